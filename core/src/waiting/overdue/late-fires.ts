import type { Clock } from "../../base/clock.ts";
import { fireTimeOf } from "../../model/instance/fire-time.ts";
import { type JobInstance, TriggerType } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { waitsForSlot } from "../../model/instance/lane.ts";
import { skip } from "../../model/instance/transitions.ts";
import { waitingSince } from "../../model/waiting/unbegun.ts";
import { hasLeftCode, type JobDefinition } from "../../model/job-definition.ts";
import { type MisfireOptions, MisfirePolicy } from "../../model/option/value/misfire-options.ts";
import { type Reason, ReasonCode } from "../../model/reason.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoRuntime } from "../../ports/runtime.ts";
import { scheduleNamed, schedulesOf } from "../../schedule/job-schedules.ts";
import { openRuns } from "../open-runs.ts";

const LEFT_CODE: Reason = { code: ReasonCode.LeftCode };

export interface LateFiresOptions {
  readonly tenant: string;
  readonly store: Pick<IMoInstanceStore, "findOpen" | "update">;
  readonly runtime: Pick<IMoRuntime, "forget">;
  readonly clock: Clock;
}

/** Whether fires of a job that wait for a worker for too long are ended. */
export function boundsLateFires(definition: JobDefinition): boolean {
  const { schedule } = definition.options;
  if (schedule === null) return false;
  return (
    hasLeftCode(definition) ||
    schedulesOf(schedule).some(({ timing }) => timing.misfire.policy !== MisfirePolicy.FireAll)
  );
}

/**
 * Ends the fires of a job that no worker could begin within the misfire grace of their schedule and that its policy does not make
 * up for: under `fireOnce` the latest of each schedule goes on waiting, or as many as `maxWaiting` says. Where the code no longer declares the
 * job all of them end, because no worker would come. Resolves to the ids of those it ended.
 */
export async function endLateFires(
  definition: JobDefinition,
  { tenant, store, runtime, clock }: LateFiresOptions,
): Promise<ReadonlySet<string>> {
  const { key, options } = definition;
  const { schedule, maxWaiting } = options;
  if (schedule === null || !boundsLateFires(definition)) return new Set();
  const now = clock.now();
  const late = new Map<string | null, LateFires>();
  const query = { tenant, jobKey: key, states: [JobState.Enqueued], unmovedSince: now };
  for await (const run of openRuns(store, query)) {
    const since = waitingSince(run, definition, now);
    const isFire = run.trigger.type === TriggerType.Cron && run.attempt === 0;
    // To wait for a slot is what its job asks for: `maxWaiting` and `waitTimeoutMs` bound that.
    if (!isFire || since === null || waitsForSlot(run)) continue;
    const { name, timing } = scheduleNamed(schedule, run.trigger.schedule);
    if (now.getTime() - since.getTime() <= timing.misfire.graceMs) continue;
    const ofSchedule = late.get(name) ?? { misfire: timing.misfire, runs: [] };
    ofSchedule.runs.push(run);
    late.set(name, ofSchedule);
  }
  const surplus = [...late.values()].flatMap((fires) =>
    hasLeftCode(definition)
      ? fires.runs.map((run) => ({ run, reason: LEFT_CODE }))
      : surplusOf(fires, maxWaiting),
  );
  if (surplus.length === 0) return new Set();
  const written = await store.update(surplus.map(({ run, reason }) => skip(run, now, reason)));
  const ended = surplus.flatMap(({ run }, index) => (written[index] === true ? [run] : []));
  for (const run of ended) runtime.forget?.({ ...run, state: JobState.Skipped });
  return new Set(ended.map(({ id }) => id));
}

/** The late fires of one schedule. */
interface LateFires {
  readonly misfire: MisfireOptions;
  readonly runs: JobInstance[];
}

/** The runs that the misfire rule does not make up for, each with the reason it ends for. */
function surplusOf(
  { misfire: { policy, graceMs }, runs }: LateFires,
  maxWaiting: number | null,
): readonly { readonly run: JobInstance; readonly reason: Reason }[] {
  if (policy === MisfirePolicy.FireAll) return [];
  const kept = policy === MisfirePolicy.Skip ? 0 : (maxWaiting ?? 1);
  const reason = { code: ReasonCode.BegunTooLate, parameters: { graceMs, policy } } as const;
  const surplus = runs.toSorted(byNominalTime).slice(0, Math.max(runs.length - kept, 0));
  return surplus.map((run) => ({ run, reason }));
}

function byNominalTime(a: JobInstance, b: JobInstance): number {
  return timeOf(a) - timeOf(b);
}

function timeOf(run: JobInstance): number {
  return (fireTimeOf(run) ?? run.createdAt).getTime();
}
