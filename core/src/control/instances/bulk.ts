import { isMoJobError, type MoJobError } from "../../base/error.ts";
import { fingerprint } from "../../base/fingerprint.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { failureCause } from "../../model/preview/failure-cause.ts";
import { OPEN_STATES } from "../../model/instance/job-state.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { BulkAnswer, BulkRequest, CancelRequest } from "../../scheduler/instance-requests.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";

/** Most runs one call acts on. */
export const LARGEST_BULK = 10_000;
/** Runs that a filter finds, a page at a time. */
const PAGE_SIZE = 1000;
/** Runs that are changed together: cancels share the calls of the store, while each re-run is written by itself. */
const AT_ONCE = { cancel: 1000, rerun: 200 } as const;

/** Cancels runs together; resolves for each, in order, to the run or to why it was refused. */
export type CancelMany = (
  ids: readonly string[],
  request: CancelRequest,
) => Promise<readonly (JobInstance | MoJobError)[]>;

/** Cancels or re-runs many: these ids, or all that match. One that is refused does not keep the others back. */
export async function runBulk(
  service: Pick<InstanceService, "list" | "rerun">,
  cancel: CancelMany,
  request: BulkRequest,
): Promise<BulkAnswer> {
  const { action, reason, by } = request;
  const ids = [...new Set(request.ids ?? (await matching(service, request)))];
  if (request.dryRun) return { matched: ids.length, done: 0, failed: [] };
  const failed: BulkAnswer["failed"][number][] = [];
  for (let start = 0; start < ids.length; start += AT_ONCE[action]) {
    const some = ids.slice(start, start + AT_ONCE[action]);
    const results =
      action === "cancel"
        ? await cancel(some, { ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) })
        : await Promise.all(some.map((id) => rerun(service, request, id)));
    some.forEach((id, index) => {
      const error = results[index];
      if (isMoJobError(error))
        failed.push({ id, code: error.code, message: error.message, issues: error.issues });
    });
  }
  return { matched: ids.length, done: ids.length - failed.length, failed };
}

/** Resolves to why it was refused, where it was. */
async function rerun(
  service: Pick<InstanceService, "rerun">,
  { by, idempotencyKey }: BulkRequest,
  id: string,
): Promise<JobInstance | MoJobError> {
  // One key stands for the whole call; each run gets its own, short enough whatever the id.
  const ownKey =
    idempotencyKey === undefined ? {} : { idempotencyKey: await fingerprint([idempotencyKey, id]) };
  try {
    return await service.rerun(id, { ...ownKey, ...(by !== undefined && { by }) });
  } catch (error) {
    if (isMoJobError(error)) return error;
    throw error;
  }
}

/** The ids are collected before anything is done: what the action changes must not move what the filter finds. */
async function matching(
  service: Pick<InstanceService, "list">,
  { action, filter, cause }: BulkRequest,
): Promise<readonly string[]> {
  if (filter === undefined) {
    throw invalidInput("act on many runs", [issueAt("/ids", "ids_or_filter")]);
  }
  const query =
    action === "cancel" && filter.states === undefined ? { ...filter, states: OPEN_STATES } : filter;
  const ids: string[] = [];
  let read = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<InstanceService["list"]>> = await service.list(query, {
      limit: PAGE_SIZE,
      ...(cursor !== null && { cursor }),
    });
    const meant = page.items.filter(
      ({ errorSummary }) => cause === undefined || failureCause(errorSummary) === cause,
    );
    ids.push(...meant.map(({ id }) => id));
    read += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== null && read < LARGEST_BULK);
  return ids.slice(0, LARGEST_BULK);
}
