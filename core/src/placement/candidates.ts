import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { canRun } from "./can-run.ts";
import { LONGEST_HEARTBEAT_MS } from "./liveness.ts";
import type { Candidate } from "./strategies/candidate.ts";

/** Those of the executors that can run the job, by name and then by age: every process has them in one order. */
export function candidatesOf(
  executors: readonly ExecutorRecord[],
  definition: Pick<JobDefinition, "app" | "work" | "options">,
  now: Date,
): readonly Candidate[] {
  const able = executors
    .filter((executor) => canRun(executor, definition))
    .toSorted((a, b) => compare(a.name ?? "", b.name ?? "") || compare(a.id, b.id));
  const bearers = Map.groupBy(able, ({ name }) => name);
  return able.map((executor) => ({
    id: executor.id,
    name: executorName(executor),
    identity:
      executor.name !== undefined && bearers.get(executor.name)?.length === 1 ? executor.name : executor.id,
    running: executor.running,
    limit: executor.limit,
    isSilent: now.getTime() - executor.lastSeenAt.getTime() > LONGEST_HEARTBEAT_MS,
  }));
}

/** What people know an executor by: its name, else its machine and process, else its id. */
export function executorName({ id, name, host, pid }: ExecutorRecord): string {
  if (name !== undefined) return name;
  return host === undefined ? id : pid === undefined ? host : `${host}/${pid}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
