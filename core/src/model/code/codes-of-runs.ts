import type { AnyRow } from "./code-row.ts";
import { FILE_CODES } from "./rows/file.ts";
import { JOB_CODES } from "./rows/job.ts";
import { QUEUE_CODES } from "./rows/queue.ts";
import { RESOURCE_CODES } from "./rows/resource.ts";
import { RUN_CODES } from "./rows/run.ts";
import { TASK_CODES } from "./rows/task.ts";
import { TRANSFER_CODES } from "./rows/transfer.ts";
import { WORK_CODES } from "./rows/work.ts";
import { WORKER_CODES } from "./rows/worker.ts";

/** Rows with the types of their parameters. */
export type CodesOfRuns = typeof JOB_CODES &
  typeof RUN_CODES &
  typeof WORKER_CODES &
  typeof WORK_CODES &
  typeof TASK_CODES &
  typeof RESOURCE_CODES &
  typeof FILE_CODES &
  typeof TRANSFER_CODES &
  typeof QUEUE_CODES;

/** Every code that a run or a node of a task has. */
export const CODES_OF_RUNS: Readonly<Record<string, AnyRow>> = {
  ...JOB_CODES,
  ...RUN_CODES,
  ...WORKER_CODES,
  ...WORK_CODES,
  ...TASK_CODES,
  ...RESOURCE_CODES,
  ...FILE_CODES,
  ...TRANSFER_CODES,
  ...QUEUE_CODES,
};

export function rowOfRun(code: string): AnyRow | undefined {
  return Object.hasOwn(CODES_OF_RUNS, code) ? CODES_OF_RUNS[code] : undefined;
}
