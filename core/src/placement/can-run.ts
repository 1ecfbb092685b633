import { isOpenTo } from "../model/begin/closed-gates.ts";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { WorkKind } from "../model/job-work.ts";
import { runParts } from "../model/phased-work.ts";
import { isOffered, offersIn } from "../model/runner-offer.ts";

/** The parts of a worker's record that decide what it takes. */
export type Runner = Pick<
  ExecutorRecord,
  "app" | "draining" | "drain" | "version" | "labels" | "jobKeys" | "workKinds" | "runners"
>;

/** Whether a worker takes runs of a job: it serves the job's app, takes new runs and has a runner for the work. */
export function canRun(runner: Runner, job: Pick<JobDefinition, "app" | "work" | "options">): boolean {
  const { draining, drain, version, labels } = runner;
  return isOpenTo(
    { version, labels, isDraining: draining || drain !== undefined, hasRunner: hasRunner(runner, job) },
    job,
  );
}

/** Whether a worker serves the job's app and has what its work needs, whatever keeps runs from it now. */
export function hasRunner(
  runner: Pick<Runner, "app" | "jobKeys" | "workKinds" | "runners">,
  { app, work }: Pick<JobDefinition, "app" | "work">,
): boolean {
  if (runner.app !== app) return false;
  return runParts(work).every((part) =>
    part.kind === WorkKind.Code ? runner.jobKeys.includes(part.handler) : isOffered(part, offersIn(runner)),
  );
}
