import type { Clock } from "../../base/clock.ts";
import { copyJson } from "../../base/json.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { endWaiting, NOT_UNDER_WAY } from "./end-waiting.ts";
import { endWithoutJob } from "../../model/instance/end-without-job.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { conditionPrefix, latestFireKey, removedJobKey } from "../../model/name/state-key.ts";
import type { IMoJobScheduleMetadataStore } from "../../ports/metadata-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import type { IMoStateStore } from "../../ports/state-store.ts";
import { schedulesOf } from "../../schedule/job-schedules.ts";
import { scheduleId } from "../../schedule/latest-fire.ts";
import { isAfterEnd } from "../../schedule/schedule-plans.ts";

export interface RemoveJobOptions {
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  readonly cache: JobDefinitionCache;
  readonly runtime: IMoRuntime;
  readonly clock: Clock;
}

/**
 * Removes a job if its revision is still the expected one; resolves to whether it was. Its waiting runs end; a run that
 * is created at that very moment is ended by its worker or by the reconciler.
 */
export async function removeJob(
  { store, state, cache, runtime, clock }: RemoveJobOptions,
  { tenant, key, options, revision }: JobDefinition,
): Promise<boolean> {
  // Before the removal: a process that ends in between must not leave runs that nothing removes.
  const kept = { ...options.retention, removedAt: clock.now().toISOString() };
  await state.set(removedJobKey(tenant, key), copyJson(kept));
  if (!(await cache.remove(key, revision))) return false;
  const counted =
    options.schedule === null ? [] : schedulesOf(options.schedule).filter(({ timing }) => isAfterEnd(timing));
  for (const { name } of counted) await state.delete(latestFireKey(tenant, scheduleId(key, name)));
  for (const condition of await state.list(conditionPrefix(tenant, key))) await state.delete(condition.key);
  await endWaiting({ store, runtime, clock }, { tenant, key }, NOT_UNDER_WAY, endWithoutJob);
  return true;
}
