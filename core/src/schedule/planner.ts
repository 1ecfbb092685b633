import type { JobDefinition } from "../model/job-definition.ts";
import type { MissedFires } from "../model/instance/job-instance.ts";
import { MisfirePolicy } from "../model/option/value/misfire-options.ts";
import type { UpcomingFire } from "../model/upcoming-fire.ts";
import type { Beginnings } from "./jittered-schedule.ts";
import type { JobSchedule } from "./job-schedules.ts";
import { owedStretches } from "./owed-stretches.ts";
import type { ScheduleFacts } from "./schedule-facts.ts";
import { plansOf, type SchedulePlan } from "./schedule-plans.ts";
import { clip, countFires, firesIn, firstFire, latestFires, type Stretch } from "./stretches.ts";

/** A run a definition owes. */
export interface PlannedFire {
  readonly definition: JobDefinition;
  readonly schedule: JobSchedule;
  readonly nominalTime: Date;
  /** When it begins: `nominalTime`, or the time to which a calendar has moved it, and its jitter. */
  readonly at: Date;
  /** The time to which a calendar has moved it; `null` where none has. */
  readonly movedTo: Date | null;
}

/** Fires that are not run any more: one Skipped instance records them. */
export interface PlannedMiss {
  readonly definition: JobDefinition;
  readonly schedule: JobSchedule;
  readonly missed: MissedFires;
}

export interface FirePlan {
  /** By time, then key, then the order of the job's schedules. */
  readonly fires: readonly PlannedFire[];
  /** At most one for each schedule, in their order. */
  readonly misses: readonly PlannedMiss[];
  /**
   * The first fire after the window, over all definitions, and the first moment at which one can be due that counts from the end of an
   * open run; `null` when none will come.
   */
  readonly nextDue: Date | null;
}

export interface FireWindow {
  /** Exclusive: what was planned up to here. */
  readonly after: Date;
  /** Inclusive. */
  readonly to: Date;
  /** The time that lateness is measured against. */
  readonly now: Date;
}

/** How many late fires "fireAll" runs at most for one job and window; the latest are kept, as they matter most. */
export const MAX_LATE_FIRES = 1000;

/** How many late fires each policy runs. */
const KEPT_FIRES: Readonly<Record<MisfirePolicy, number>> = {
  [MisfirePolicy.FireOnce]: 1,
  [MisfirePolicy.Skip]: 0,
  [MisfirePolicy.FireAll]: MAX_LATE_FIRES,
};

/**
 * Decides which fires of a window run and which count as missed (seed rows M2 and M9).
 *
 * Windows, pauses and lateness count when fires begin, which `jitterMs` moves; start, end and `scheduledSince` their nominal times.
 * Owed is what lies after `scheduledSince`, within start and end time and outside a pause, of each enabled schedule of a
 * recurring job that is enabled. A fire late by more than `graceMs` follows `misfire`. A schedule that cannot be read plans
 * nothing and leaves the others alone.
 */
export function planFires(
  definitions: readonly JobDefinition[],
  window: FireWindow,
  facts: ScheduleFacts,
): FirePlan {
  const fires: PlannedFire[] = [];
  const misses: PlannedMiss[] = [];
  let nextDue: Date | null = null;
  for (const definition of definitions) {
    for (const plan of plansOf(definition, facts)) {
      const { schedule, afterEnd } = plan;
      // A schedule that counts from ends is due until it has fired, wherever the cursor is.
      const after = afterEnd === null ? window.after : BEFORE_ALL;
      let next = firstFire(plan.times, owedStretches(plan, after, null));
      if (next && next <= window.to) {
        const owed = planOwed(plan, { ...window, after });
        for (const at of owed.fires)
          fires.push({
            definition,
            schedule,
            nominalTime: plan.times.nominalOf(at),
            at,
            movedTo: plan.times.movedTo(at),
          });
        if (owed.missed) misses.push({ definition, schedule, missed: owed.missed });
        next =
          afterEnd === null
            ? firstFire(plan.times, owedStretches(plan, window.to, null))
            : new Date(Math.max(next.getTime(), window.now.getTime()) + afterEnd.everyMs);
      } else if (afterEnd?.isOpen === true) next = new Date(window.now.getTime() + afterEnd.everyMs);
      if (next && (nextDue === null || next < nextDue)) nextDue = next;
    }
  }
  return { fires: fires.sort(byTimeThenKey), misses, nextDue };
}

/** The part of a miss strictly after an instant; `null` when there is none. */
export function missesAfter(miss: PlannedMiss, instant: Date, facts: ScheduleFacts): PlannedMiss | null {
  const plan = plansOf(miss.definition, facts).find(({ schedule }) => schedule.name === miss.schedule.name);
  // One that counts from ends owes one fire at most.
  if (plan === undefined || plan.afterEnd !== null) return null;
  const { times } = plan;
  const { to } = miss.missed;
  const left = owedStretches(plan, times.boundOf(instant), times.boundOf(to));
  const from = firstFire(times, left);
  return from && { ...miss, missed: { count: countFires(times, left), from: times.nominalOf(from), to } };
}

/** The first fire a definition owes strictly after an instant; `null` when none will come. */
export function nextFire(definition: JobDefinition, after: Date, facts: ScheduleFacts): Date | null {
  let earliest: Date | null = null;
  for (const plan of plansOf(definition, facts)) {
    const next = firstFire(plan.times, owedStretches(plan, after, null));
    if (next && (earliest === null || next < earliest)) earliest = next;
  }
  return earliest;
}

/** The first `count` fires a definition owes strictly after an instant, over all its schedules; fewer when fewer will come. */
export function upcomingFires(
  definition: JobDefinition,
  after: Date,
  count: number,
  facts: ScheduleFacts,
): readonly UpcomingFire[] {
  const fires = plansOf(definition, facts).flatMap((plan) => firstFires(plan, after, count));
  return fires.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(0, count);
}

function firstFires(plan: SchedulePlan, after: Date, count: number): UpcomingFire[] {
  const fires: UpcomingFire[] = [];
  let at: Date | null = after;
  while (fires.length < count) {
    at = firstFire(plan.times, owedStretches(plan, at, null));
    if (at === null) break;
    const { cron, timeZone } = plan.schedule.timing;
    const nominal = plan.times.nominalOf(at);
    fires.push({
      at,
      schedule: plan.schedule.name,
      timeZone: cron === null ? null : timeZone,
      movedFrom: plan.times.movedTo(at) && nominal,
      isEstimated: plan.onDays !== null && plan.onDays.rule.dayAt(plan.onDays.rule.dayOf(at)).isEstimated,
    });
  }
  return fires;
}

/** Parts what one schedule owes into what runs, ascending, and what is missed. */
function planOwed(
  plan: SchedulePlan,
  window: FireWindow,
): { fires: readonly Date[]; missed: MissedFires | null } {
  const { times } = plan;
  const { misfire } = plan.schedule.timing;
  const lateBefore = window.now.getTime() - misfire.graceMs;
  const owed = owedStretches(plan, window.after, window.to);
  const late = clip(owed, -Infinity, lateBefore - 1);
  const onTime = clip(owed, lateBefore - 1, Infinity).flatMap((stretch) => firesIn(times, stretch));
  // The latest of those that are due now runs: a late one beside it would only find it running.
  const isLatestOnTime = misfire.policy === MisfirePolicy.FireOnce && onTime.some((at) => at <= window.now);
  const kept = isLatestOnTime ? 0 : KEPT_FIRES[misfire.policy];
  // One more than runs: the last of the missed fires, for their record.
  const latest = latestFires(times, late, kept + 1);
  const run = kept === 0 ? [] : latest.slice(-kept);
  return { fires: [...run, ...onTime], missed: missedFires(times, late, latest, run.length) };
}

function missedFires(
  schedule: Beginnings,
  late: readonly Stretch[],
  latest: readonly Date[],
  run: number,
): MissedFires | null {
  const from = firstFire(schedule, late);
  const to = latest[latest.length - run - 1];
  if (from === null || to === undefined) return null;
  return {
    count: countFires(schedule, late) - run,
    from: schedule.nominalOf(from),
    to: schedule.nominalOf(to),
  };
}

const BEFORE_ALL = new Date(-8_640_000_000_000_000);

function byTimeThenKey(a: PlannedFire, b: PlannedFire): number {
  const byTime = a.at.getTime() - b.at.getTime();
  if (byTime !== 0) return byTime;
  if (a.definition.key === b.definition.key) return 0;
  return a.definition.key < b.definition.key ? -1 : 1;
}
