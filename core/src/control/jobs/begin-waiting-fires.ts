import type { Clock } from "../../base/clock.ts";
import type { InstanceCreator } from "../../dispatch/instance-creator.ts";
import { runOf } from "../../duties/fire-records.ts";
import { readScheduleFacts, type ScheduleFactsOptions } from "../../duties/read-schedule-facts.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { schedulesOf } from "../../schedule/job-schedules.ts";
import { owedStretches } from "../../schedule/owed-stretches.ts";
import { plansOf, type SchedulePlan } from "../../schedule/schedule-plans.ts";
import { firesIn } from "../../schedule/stretches.ts";

/** Longer than an edit takes: a fire of the next seconds may be due before it is written. */
const SOON_MS = 5000;

export interface BeginWaitingFiresOptions extends ScheduleFactsOptions {
  readonly clock: Clock;
  readonly creator: Pick<InstanceCreator, "create">;
}

/**
 * Makes the runs of fires that are due and have not begun, to begin when they were to, before an edit that leaves less time to begin in: the
 * planner would take them for begun then.
 */
export async function beginWaitingFires(
  before: JobDefinition,
  after: JobDefinition,
  options: BeginWaitingFiresOptions,
): Promise<void> {
  const shorter = shortened(before, after);
  if (shorter.size === 0) return;
  const { clock, creator } = options;
  const facts = await readScheduleFacts([before], options);
  const now = clock.now();
  const dueBy = new Date(now.getTime() + SOON_MS);
  const plans = plansOf(before, facts).filter(({ schedule }) => shorter.has(schedule.name));
  const fires = plans.flatMap((plan) => waitingFires(plan, now, dueBy));
  if (fires.length > 0) await creator.create(fires.map((fire) => ({ ...runOf(fire, null), dueAt: fire.at })));
}

/** The names of the schedules whose fires get less time to begin in. */
function shortened(
  { options: { schedule: one } }: JobDefinition,
  { options: { schedule: other } }: JobDefinition,
): ReadonlySet<string | null> {
  if (one === null || other === null) return new Set();
  const left = new Map(schedulesOf(other).map(({ name, timing }) => [name, timing.jitterMs]));
  return new Set(
    schedulesOf(one).flatMap(({ name, timing }) =>
      (left.get(name) ?? Infinity) < timing.jitterMs ? [name] : [],
    ),
  );
}

/** The fires whose nominal time is over by an instant, and that begin later than now. */
function waitingFires(plan: SchedulePlan, now: Date, dueBy: Date) {
  const { definition, schedule, times } = plan;
  const to = new Date(dueBy.getTime() + schedule.timing.jitterMs);
  return owedStretches(plan, now, to)
    .flatMap((stretch) => firesIn(times, stretch))
    .map((at) => ({ definition, schedule, nominalTime: times.nominalOf(at), at, movedTo: times.movedTo(at) }))
    .filter(({ nominalTime }) => nominalTime <= dueBy);
}
