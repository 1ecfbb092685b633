import type { JobInstance } from "../model/instance/job-instance.ts";
import { JobState } from "../model/instance/job-state.ts";
import type { IMoInstanceStore } from "../ports/instance-store.ts";
import type { ExecutionRequest } from "../ports/runtime.ts";

/** Of requests that were due and could not be enqueued: the runs that became due later meanwhile, by id. */
export async function findPostponed(
  store: Pick<IMoInstanceStore, "get">,
  tenant: string,
  requests: readonly ExecutionRequest[],
  now: Date,
): Promise<ReadonlyMap<string, JobInstance>> {
  const found = new Map<string, JobInstance>();
  if (requests.length === 0) return found;
  const records = await store.get(
    tenant,
    requests.map(({ instanceId }) => instanceId),
  );
  for (const [index, record] of records.entries()) {
    if (record?.state !== JobState.Scheduled || record.attempt !== (requests[index]?.attempt ?? 0) - 1) continue;
    if (record.scheduledFor !== null && record.scheduledFor > now) found.set(record.id, record);
  }
  return found;
}
