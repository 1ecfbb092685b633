import { isMoJobError } from "../base/error.ts";
import { compileSchedule, type Schedule } from "./schedule.ts";
import { hasLeftCode, type JobDefinition, type JobPause } from "../model/job-definition.ts";
import type { UpcomingFire } from "../model/upcoming-fire.ts";
import type { MissedFires } from "../model/instance/job-instance.ts";
import { JobKind } from "../model/option/job-kind.ts";
import { MisfirePolicy } from "../model/option/value/misfire-options.ts";
import { type JobSchedule, owedAfter, schedulesOf, seedOf } from "./job-schedules.ts";

/** A run a definition owes. */
export interface PlannedFire {
  readonly definition: JobDefinition;
  readonly schedule: JobSchedule;
  readonly nominalTime: Date;
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
  /** The first fire after the window, over all definitions; `null` when none will come. */
  readonly nextDue: Date | null;
}

export interface FireWindow {
  /** Exclusive: what was planned up to here. */
  readonly after: Date;
  /** Inclusive. */
  readonly to: Date;
  /** What lateness is measured against. */
  readonly now: Date;
}

/** What "fireAll" runs at most for one job and window; the latest are kept, as they matter most. */
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
 * Owed is what lies after `scheduledSince`, within start and end time and outside a pause, of each enabled schedule of a
 * recurring job that is enabled. A fire late by more than `graceMs` follows `misfire`. A schedule that cannot be read plans
 * nothing and leaves the others alone.
 */
export function planFires(definitions: readonly JobDefinition[], window: FireWindow): FirePlan {
  const fires: PlannedFire[] = [];
  const misses: PlannedMiss[] = [];
  let nextDue: Date | null = null;
  for (const definition of definitions) {
    for (const plan of resolvePlans(definition)) {
      const { schedule } = plan;
      let next = firstFire(plan.times, owedStretches(plan, window.after, null));
      if (next && next <= window.to) {
        const owed = planOwed(plan, window);
        for (const nominalTime of owed.fires) fires.push({ definition, schedule, nominalTime });
        if (owed.missed) misses.push({ definition, schedule, missed: owed.missed });
        next = firstFire(plan.times, owedStretches(plan, window.to, null));
      }
      if (next && (nextDue === null || next < nextDue)) nextDue = next;
    }
  }
  return { fires: fires.sort(byTimeThenKey), misses, nextDue };
}

/** What of a miss lies strictly after an instant; `null` when nothing does. */
export function missesAfter(miss: PlannedMiss, instant: Date): PlannedMiss | null {
  const plan = resolvePlans(miss.definition).find(({ schedule }) => schedule.name === miss.schedule.name);
  if (plan === undefined) return null;
  const { to } = miss.missed;
  const left = owedStretches(plan, instant, to);
  const from = firstFire(plan.times, left);
  return from && { ...miss, missed: { count: countFires(plan.times, left), from, to } };
}

/** The first fire a definition owes strictly after an instant; `null` when none will come. */
export function nextFire(definition: JobDefinition, after: Date): Date | null {
  let earliest: Date | null = null;
  for (const plan of resolvePlans(definition)) {
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
): readonly UpcomingFire[] {
  const fires = resolvePlans(definition).flatMap((plan) => firstFires(plan, after, count));
  return fires.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(0, count);
}

function firstFires(plan: SchedulePlan, after: Date, count: number): UpcomingFire[] {
  const fires: UpcomingFire[] = [];
  let at: Date | null = after;
  while (fires.length < count) {
    at = firstFire(plan.times, owedStretches(plan, at, null));
    if (at === null) break;
    fires.push({ at, schedule: plan.schedule.name });
  }
  return fires;
}

/** One schedule of a definition, ready to be asked for times. */
interface SchedulePlan {
  readonly definition: JobDefinition;
  readonly schedule: JobSchedule;
  readonly times: Schedule;
}

/** A definition is planned again every few seconds and never changes as an object: looking its schedule up by text costs more than its next fire. */
const plans = new WeakMap<JobDefinition, readonly SchedulePlan[]>();

function resolvePlans(definition: JobDefinition): readonly SchedulePlan[] {
  let known = plans.get(definition);
  if (known === undefined) {
    known = createPlans(definition);
    plans.set(definition, known);
  }
  return known;
}

function createPlans(definition: JobDefinition): readonly SchedulePlan[] {
  const {
    kind,
    options: { disabled, schedule },
  } = definition;
  if (kind !== JobKind.Recurring || disabled || schedule === null || hasLeftCode(definition)) return [];
  return schedulesOf(schedule).flatMap((one) => {
    const times = timesOf(definition.key, one);
    return times === null ? [] : [{ definition, schedule: one, times }];
  });
}

function timesOf(jobKey: string, { name, timing, isDisabled }: JobSchedule): Schedule | null {
  const { cron } = timing;
  if (cron === null || isDisabled) return null;
  try {
    return compileSchedule({ ...timing, cron, seed: seedOf(jobKey, name) });
  } catch (error) {
    if (isMoJobError(error)) return null;
    throw error;
  }
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
  const kept = KEPT_FIRES[misfire.policy];
  // One more than runs: the last of the missed fires, for their record.
  const latest = latestFires(times, late, kept + 1);
  const run = kept === 0 ? [] : latest.slice(-kept);
  const onTime = clip(owed, lateBefore - 1, Infinity).flatMap((stretch) => firesIn(times, stretch));
  return { fires: [...run, ...onTime], missed: missedFires(times, late, latest, run.length) };
}

function missedFires(
  schedule: Schedule,
  late: readonly Stretch[],
  latest: readonly Date[],
  run: number,
): MissedFires | null {
  const from = firstFire(schedule, late);
  const to = latest[latest.length - run - 1];
  if (from === null || to === undefined) return null;
  return { count: countFires(schedule, late) - run, from, to };
}

/** A stretch of time whose fires are owed. */
interface Stretch {
  /** Exclusive. */
  readonly after: Date;
  /** Inclusive. */
  readonly to: Date;
}

const END_OF_TIME = 8_640_000_000_000_000;

/** What of (after, to] a schedule's fires are owed in, ascending: a stretch more for each pause that lies between. */
function owedStretches(
  { definition, schedule }: SchedulePlan,
  after: Date,
  to: Date | null,
): readonly Stretch[] {
  const { pause, appPause = null } = definition;
  const { startTime, endTime } = schedule.timing;
  const from = Math.max(
    after.getTime(),
    owedAfter(definition, schedule.name).getTime(),
    startTime === null ? -Infinity : startTime.getTime() - 1,
  );
  const end = Math.min(to?.getTime() ?? END_OF_TIME, endTime?.getTime() ?? END_OF_TIME);
  const whole = clip([{ after: new Date(from), to: new Date(end) }], -Infinity, Infinity);
  const pauses = [pause, appPause].filter((one) => one !== null);
  return pauses.flatMap((one) => [...(one.earlier ?? []), one]).reduce(withoutPause, whole);
}

function withoutPause(
  stretches: readonly Stretch[],
  { at, until }: Pick<JobPause, "at" | "until">,
): readonly Stretch[] {
  // A pause that ends before it begins pauses nothing.
  const resumed = until === null ? Infinity : Math.max(until.getTime(), at.getTime()) - 1;
  return stretches.flatMap((stretch) => [
    ...clip([stretch], -Infinity, at.getTime() - 1),
    ...clip([stretch], resumed, Infinity),
  ]);
}

function clip(stretches: readonly Stretch[], after: number, to: number): readonly Stretch[] {
  const clipped: Stretch[] = [];
  for (const stretch of stretches) {
    const first = Math.max(stretch.after.getTime(), after);
    const last = Math.min(stretch.to.getTime(), to);
    if (first < last) clipped.push({ after: new Date(first), to: new Date(last) });
  }
  return clipped;
}

function firstFire(schedule: Schedule, stretches: readonly Stretch[]): Date | null {
  for (const { after, to } of stretches) {
    const at = schedule.next(after);
    if (at && at <= to) return at;
  }
  return null;
}

function firesIn(schedule: Schedule, { after, to }: Stretch): readonly Date[] {
  const fires: Date[] = [];
  for (let at = schedule.next(after); at && at <= to; at = schedule.next(at)) fires.push(at);
  return fires;
}

function countFires(schedule: Schedule, stretches: readonly Stretch[]): number {
  return stretches.reduce((count, { after, to }) => count + schedule.count(after, to), 0);
}

/** The last `wanted` fires of the stretches, ascending. */
function latestFires(schedule: Schedule, stretches: readonly Stretch[], wanted: number): readonly Date[] {
  let latest: readonly Date[] = [];
  for (const stretch of stretches.toReversed()) {
    const missing = wanted - latest.length;
    if (missing === 0) break;
    latest = [...firesIn(schedule, cutToLatest(schedule, stretch, missing)), ...latest];
  }
  return latest;
}

/** The end of a stretch that holds its last `wanted` fires; by halving, so an outage of a year costs no more than one of an hour. */
function cutToLatest(schedule: Schedule, stretch: Stretch, wanted: number): Stretch {
  const { after, to } = stretch;
  if (schedule.count(after, to) <= wanted) return stretch;
  let low = after.getTime();
  let high = to.getTime();
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (schedule.count(new Date(middle), to) >= wanted) low = middle;
    else high = middle;
  }
  return { after: new Date(low), to };
}

function byTimeThenKey(a: PlannedFire, b: PlannedFire): number {
  const byTime = a.nominalTime.getTime() - b.nominalTime.getTime();
  if (byTime !== 0) return byTime;
  if (a.definition.key === b.definition.key) return 0;
  return a.definition.key < b.definition.key ? -1 : 1;
}
