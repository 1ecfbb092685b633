import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { fingerprint } from "../../base/fingerprint.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { failureCause } from "../../model/preview/failure-cause.ts";
import { type JobState, OPEN_STATES } from "../../model/instance/job-state.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { BulkResult, BulkRequest, CancelRequest } from "../../scheduler/instance-requests.ts";
import { type OperationItem, OperationKind } from "../../model/history/operation.ts";
import { type OpenOperation, type OperationPlan, partsOf } from "../history/operation-records.ts";
import type { ReadRuns } from "./cancel-run.ts";
import { pagesOf } from "../../ports/page.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";

/** Most runs one call acts on. */
export const LARGEST_BULK = 10_000;
/** Runs that a filter finds, a page at a time. */
const PAGE_SIZE = 1000;
/** Runs that are changed together: cancels share the calls of the store, while each re-run is written by itself. */
const AT_ONCE = { cancel: 1000, rerun: 200 } as const;

/** A run as an operation needs it. */
interface Target {
  readonly id: string;
  readonly app: string;
  readonly jobKey: string;
}

/** The methods for an operation on many runs, for one caller. */
export interface BulkContext extends Pick<InstanceService, "list" | "rerun"> {
  /** Cancels runs together; resolves for each, in order, to the run or to why it was refused. */
  readonly cancel: (
    ids: readonly string[],
    request: CancelRequest,
  ) => Promise<readonly (JobInstance | MoJobError)[]>;
  readonly read: ReadRuns;
  /** The runs that repeat others, by the id of what they repeat. */
  readonly rerunBefore: () => Promise<ReadonlyMap<string, readonly string[]>>;
  /** Resolves to why it may not go on; `null` where it may. */
  readonly lost: () => Promise<MoJobError | null>;
  readonly begin: (plan: Omit<OperationPlan, "by">) => Promise<OpenOperation>;
}

/** Cancels or re-runs many: these ids, or all that match. One that is refused does not keep the others back. */
export async function runBulk(context: BulkContext, request: BulkRequest): Promise<BulkResult> {
  const { action, reason = null, unlessRerun = false, undoOf } = request;
  const found = request.ids ? await named(context, request.ids) : await matching(context, request);
  const before = action === "rerun" ? await context.rerunBefore() : new Map<string, readonly string[]>();
  const rerunBefore = found.filter(({ id }) => before.has(id)).length;
  const parts = partsOf(found);
  const counted = { matched: found.length, parts, rerunBefore };
  if (request.dryRun === true || found.length === 0)
    return { ...counted, operation: null, done: 0, failed: [] };
  const open = await context.begin({
    id: request.operation,
    kind: action === "cancel" ? OperationKind.Cancel : OperationKind.Rerun,
    note: reason,
    targets: found,
    ...(undoOf !== undefined && { undoOf }),
  });
  const failed: BulkResult["failed"][number][] = [];
  for (let start = 0; start < found.length; start += AT_ONCE[action]) {
    const some = found.slice(start, start + AT_ONCE[action]);
    const left = some.map(({ id }) => (unlessRerun && before.has(id) ? alreadyRerun(id) : null));
    const tried = some.filter((_, index) => left[index] === null);
    const lost = await context.lost();
    const ended =
      lost === null ? await act(context, request, tried, open.id) : tried.map((): MoJobError => lost);
    const results = left.map((refused) => refused ?? (ended.shift() as JobInstance | MoJobError));
    await open.handled(some.map((target, index) => itemOf(target, action, results[index] as JobInstance)));
    some.forEach(({ id }, index) => {
      const error = results[index];
      if (isMoJobError(error))
        failed.push({ id, code: error.code, message: error.message, issues: error.issues });
    });
  }
  const { id } = await open.end();
  return { ...counted, operation: id, done: found.length - failed.length, failed };
}

/** Resolves for each, in order, to the run or to why it was refused. */
async function act(
  context: BulkContext,
  { action, reason, by, idempotencyKey }: BulkRequest,
  targets: readonly Target[],
  operation: string,
): Promise<(JobInstance | MoJobError)[]> {
  const signed = { operation, ...(by !== undefined && { by }) };
  const ids = targets.map(({ id }) => id);
  if (action === "cancel")
    return [...(await context.cancel(ids, { ...signed, ...(reason !== undefined && { reason }) }))];
  return Promise.all(
    ids.map(async (id) => {
      // One key stands for the whole call; each run gets its own, short enough whatever the id.
      const own = idempotencyKey !== undefined && { idempotencyKey: await fingerprint([idempotencyKey, id]) };
      try {
        return await context.rerun(id, { ...own, ...signed });
      } catch (error) {
        if (isMoJobError(error)) return error;
        throw error;
      }
    }),
  );
}

function itemOf(
  { id, app, jobKey }: Target,
  action: BulkRequest["action"],
  result: JobInstance | MoJobError,
): OperationItem {
  const target = { id, app, jobKey, pausedAt: null };
  if (isMoJobError(result))
    return { ...target, madeId: null, problem: { code: result.code, message: result.message } };
  return { ...target, madeId: action === "rerun" ? result.id : null, problem: null };
}

function alreadyRerun(id: string): MoJobError {
  return new MoJobError(MoJobErrorCode.AlreadyRerun, `Cannot run "${id}" again: it was run again already`);
}

/** Reads these runs; one that does not exist is refused in its turn. */
async function named({ read }: BulkContext, ids: readonly string[]): Promise<readonly Target[]> {
  const wanted = [...new Set(ids)];
  const targets: Target[] = [];
  for (let start = 0; start < wanted.length; start += PAGE_SIZE) {
    const some = wanted.slice(start, start + PAGE_SIZE);
    const runs = await read(some);
    targets.push(...some.map((id, index) => targetOf(id, runs[index] ?? null)));
  }
  return targets;
}

function targetOf(id: string, run: Target | null): Target {
  return { id, app: run?.app ?? "", jobKey: run?.jobKey ?? "" };
}

/** The runs are collected before anything is done: what the action changes must not move what the filter finds. */
async function matching(
  { list }: BulkContext,
  { action, filter, cause }: BulkRequest,
): Promise<readonly Target[]> {
  if (filter === undefined) {
    throw invalidInput("act on many runs", [issueAt("/ids", "ids_or_filter")]);
  }
  const query = action === "cancel" ? { ...filter, states: openOf(filter.states) } : filter;
  if (query.states?.length === 0) return [];
  const found: Target[] = [];
  let read = 0;
  for await (const runs of pagesOf((page) => list(query, page), PAGE_SIZE)) {
    const meant = runs.filter(
      ({ errorSummary }) => cause === undefined || failureCause(errorSummary) === cause,
    );
    found.push(...meant.map((run) => targetOf(run.id, run)));
    read += runs.length;
    if (read >= LARGEST_BULK) break;
  }
  return found.slice(0, LARGEST_BULK);
}

/** Those in which a run can be cancelled. */
function openOf(states: readonly JobState[] = OPEN_STATES): readonly JobState[] {
  return states.filter((state) => OPEN_STATES.includes(state));
}
