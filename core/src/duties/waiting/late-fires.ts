import type { Clock } from "../../base/clock.ts";
import { type JobInstance, TriggerType } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { skip } from "../../model/instance/transitions.ts";
import { waitingSince } from "../../model/waiting/unbegun.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { ResolvedJobOptions } from "../../model/option/job-options.ts";
import { MisfirePolicy } from "../../model/option/value/misfire-options.ts";
import { ReasonCode } from "../../model/reason.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { readWaiting } from "../../dispatch/read-waiting.ts";

export interface LateFiresOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "findOpen" | "update">;
  readonly runtime: Pick<IMoRuntime, "forget">;
  readonly clock: Clock;
}

/** Whether fires of a job that wait for too long are ended. */
export function boundsLateFires({ options: { schedule } }: JobDefinition): boolean {
  return schedule !== null && schedule.misfire.policy !== MisfirePolicy.FireAll;
}

/**
 * Ends the fires of a job that could not begin within the misfire grace and that its misfire policy does not make up for:
 * under `fireOnce` the latest goes on waiting, or as many as `maxWaiting` says. Resolves to the ids of those it ended.
 */
export async function endLateFires(
  definition: JobDefinition,
  { tenant, store, runtime, clock }: LateFiresOptions,
): Promise<ReadonlySet<string>> {
  const { key, options } = definition;
  if (options.schedule === null || !boundsLateFires(definition)) return new Set();
  const { policy, graceMs } = options.schedule.misfire;
  const now = clock.now();
  const late: JobInstance[] = [];
  for await (const run of readWaiting(store, { tenant, jobKey: key }, [JobState.Enqueued], now)) {
    const since = waitingSince(run, definition, now);
    const isFire = run.trigger.type === TriggerType.Cron && run.attempt === 0;
    if (isFire && since !== null && now.getTime() - since.getTime() > graceMs) late.push(run);
  }
  const surplus = late.toSorted(byNominalTime).slice(0, Math.max(late.length - keptLate(options), 0));
  if (surplus.length === 0) return new Set();
  const reason = { code: ReasonCode.BegunTooLate, parameters: { graceMs, policy } } as const;
  const written = await store.update(surplus.map((run) => skip(run, now, reason)));
  const ended = surplus.filter((_, index) => written[index] === true);
  for (const run of ended) runtime.forget?.({ ...run, state: JobState.Skipped });
  return new Set(ended.map(({ id }) => id));
}

function keptLate({ schedule, maxWaiting }: ResolvedJobOptions): number {
  return schedule?.misfire.policy === MisfirePolicy.Skip ? 0 : (maxWaiting ?? 1);
}

function byNominalTime(a: JobInstance, b: JobInstance): number {
  return timeOf(a) - timeOf(b);
}

function timeOf({ trigger: { nominalTime }, createdAt }: JobInstance): number {
  return (nominalTime ?? createdAt).getTime();
}
