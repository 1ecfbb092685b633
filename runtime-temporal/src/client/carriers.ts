import type { JobInstance } from "@mojob/core";
import { runWorkflowId } from "@mojob/core/engine";
import type { ExecutionRequest, RequestedRuns } from "@mojob/core/ports";
import { batchWorkflowId, dueSecond } from "../workflows/protocol.ts";

/** The memo that the dispatcher's workflows show. */
export type CarrierMemo = {
  readonly tenant: string;
  readonly app: string;
  /** The keys of the runs' jobs; of very many the first. */
  readonly jobs: readonly string[];
  readonly runs: number;
};

/** A memo is to be small: the server keeps it twice, and warns beyond 2 KiB. */
const MOST_JOBS_SHOWN = 5;

export function memoOf({ destination: { tenant, app }, requests }: RequestedRuns): CarrierMemo {
  const jobs = [...new Set(requests.map(({ jobKey }) => jobKey))];
  return { tenant, app, jobs: jobs.slice(0, MOST_JOBS_SHOWN), runs: requests.length };
}

/** The ids of every workflow that can deliver a run, the likeliest first: its own, unless others were dispatched with it. */
export function carriersOf(instance: JobInstance, isBatched: boolean): readonly string[] {
  const own = runWorkflowId(instance.tenant, instance.id);
  return isBatched ? [...batchesOf(instance), own] : [own, ...batchesOf(instance)];
}

/** The ids of the batches that can deliver a run. */
export function batchesOf({ dispatchId, priority, scheduledFor, retryAt }: JobInstance): readonly string[] {
  const due = [null, scheduledFor?.getTime() ?? null, retryAt?.getTime() ?? null];
  return [...new Set(due.map((dueMs) => batchWorkflowId(dispatchId, priority, dueMs)))];
}

/** Groups requests by what shares a workflow: the same priority, and due within the same second. */
export function groupTogether(
  requests: readonly ExecutionRequest[],
): readonly (readonly ExecutionRequest[])[] {
  const keyOf = ({ priority, dueAt }: ExecutionRequest): string =>
    `${priority}/${dueAt === null ? "" : dueSecond(Date.parse(dueAt))}`;
  return [...Map.groupBy(requests, keyOf).values()];
}
