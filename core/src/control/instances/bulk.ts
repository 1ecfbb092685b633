import { isMoJobError } from "../../base/error.ts";
import { fingerprint } from "../../base/fingerprint.ts";
import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { failureCause } from "../../model/preview/failure-cause.ts";
import { OPEN_STATES } from "../../model/instance/job-state.ts";
import type { BulkAnswer, BulkRequest } from "../../scheduler/instance-requests.ts";
import type { InstanceService } from "../../scheduler/instance-service.ts";

/** Most runs one call acts on. */
export const LARGEST_BULK = 10_000;
const PAGE_SIZE = 200;

/** Cancels or re-runs many: these ids, or all that match. One that is refused does not keep the others back. */
export async function runBulk(service: InstanceService, request: BulkRequest): Promise<BulkAnswer> {
  const ids = [...new Set(request.ids ?? (await matching(service, request)))];
  if (request.dryRun) return { matched: ids.length, done: 0, failed: [] };
  const failed: BulkAnswer["failed"][number][] = [];
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    await Promise.all(
      ids.slice(start, start + PAGE_SIZE).map(async (id) => {
        try {
          await act(service, request, id);
        } catch (error) {
          if (!isMoJobError(error)) throw error;
          failed.push({ id, code: error.code, message: error.message, issues: error.issues });
        }
      }),
    );
  }
  return { matched: ids.length, done: ids.length - failed.length, failed };
}

async function act(service: InstanceService, request: BulkRequest, id: string): Promise<void> {
  const { action, reason, by, idempotencyKey } = request;
  if (action === "cancel") {
    await service.cancel(id, { ...(reason !== undefined && { reason }), ...(by !== undefined && { by }) });
    return;
  }
  // One key stands for the whole call; each run gets its own, short enough whatever the id.
  const ownKey =
    idempotencyKey === undefined ? {} : { idempotencyKey: await fingerprint([idempotencyKey, id]) };
  await service.rerun(id, { ...ownKey, ...(by !== undefined && { by }) });
}

/** The ids are collected before anything is done: what the action changes must not move what the filter finds. */
async function matching(
  service: InstanceService,
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
