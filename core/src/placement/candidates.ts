import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { canRun } from "./can-run.ts";
import { LONGEST_HEARTBEAT_MS } from "./liveness.ts";
import type { NamedExecutor } from "../model/run-routing.ts";
import type { Candidate } from "./strategies/candidate.ts";

/** The executors that can run the job, by name or address and then by age: every process has them in one order. */
export function candidatesOf(
  executors: readonly ExecutorRecord[],
  definition: Pick<JobDefinition, "app" | "work" | "options">,
  now: Date,
): readonly Candidate[] {
  const able = executors
    .filter((executor) => executor.takesOwn === true && canRun(executor, definition))
    .toSorted((a, b) => compare(ownName(a) ?? "", ownName(b) ?? "") || compare(a.id, b.id));
  const bearers = Map.groupBy(able, ownName);
  return able.map((executor) => {
    const own = ownName(executor);
    return {
      ...namedExecutor(executor),
      identity: own !== undefined && bearers.get(own)?.length === 1 ? own : executor.id,
      running: executor.running,
      limit: executor.limit,
      isSilent: now.getTime() - executor.lastSeenAt.getTime() > LONGEST_HEARTBEAT_MS,
    };
  });
}

/** How a record of a run names an executor. */
export function namedExecutor(executor: ExecutorRecord): NamedExecutor {
  const { id, address } = executor;
  return { id, name: displayName(executor), ...(address !== undefined && { address }) };
}

/** The name that stays the same when it is started again; two executors may share it. */
function ownName({ name, address }: ExecutorRecord): string | undefined {
  return name ?? address;
}

function displayName({ id, name, address, host, pid }: ExecutorRecord): string {
  const own = name ?? address;
  if (own !== undefined) return own;
  return host === undefined ? id : pid === undefined ? host : `${host}/${pid}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
