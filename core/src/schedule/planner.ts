import { isMoJobError } from "../base/error.ts";
import { compileSchedule, type Schedule } from "./schedule.ts";
import { hasLeftCode, type JobDefinition, type JobPause } from "../model/job-definition.ts";
import type { MissedFires } from "../model/instance/job-instance.ts";
import { JobKind } from "../model/option/job-kind.ts";
import { MisfirePolicy } from "../model/option/value/misfire-options.ts";
import type { ScheduleOptions } from "../model/option/job-options.ts";

/** A run a definition owes. */
export interface PlannedFire {
  readonly definition: JobDefinition;
  readonly nominalTime: Date;
}

/** Fires that are not run any more: one Skipped instance records them. */
export interface PlannedMiss {
  readonly definition: JobDefinition;
  readonly missed: MissedFires;
  readonly policy: MisfirePolicy;
}

export interface FirePlan {
  /** By time, then key. */
  readonly fires: readonly PlannedFire[];
  /** At most one for each definition, in their order. */
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
 * Owed is what lies after `scheduledSince`, within start and end time and outside a pause, of a recurring job that is
 * enabled and has a cron. A fire late by more than `graceMs` follows `misfire`. A definition whose schedule cannot be
 * read plans nothing and leaves the others alone.
 */
export function planFires(definitions: readonly JobDefinition[], window: FireWindow): FirePlan {
  const fires: PlannedFire[] = [];
  const misses: PlannedMiss[] = [];
  let nextDue: Date | null = null;
  for (const definition of definitions) {
    const plan = resolvePlan(definition);
    if (plan === null) continue;
    let next = firstFire(plan.schedule, owedStretches(definition, plan.options, window.after, null));
    if (next && next <= window.to) {
      const owed = planOwed(definition, plan, window);
      for (const nominalTime of owed.fires) fires.push({ definition, nominalTime });
      if (owed.missed) misses.push({ definition, missed: owed.missed, policy: plan.options.misfire.policy });
      next = firstFire(plan.schedule, owedStretches(definition, plan.options, window.to, null));
    }
    if (next && (nextDue === null || next < nextDue)) nextDue = next;
  }
  return { fires: fires.sort(byTimeThenKey), misses, nextDue };
}

/** What of a miss lies strictly after an instant; `null` when nothing does. */
export function missesAfter(miss: PlannedMiss, instant: Date): PlannedMiss | null {
  const plan = resolvePlan(miss.definition);
  if (plan === null) return null;
  const { to } = miss.missed;
  const left = owedStretches(miss.definition, plan.options, instant, to);
  const from = firstFire(plan.schedule, left);
  return from && { ...miss, missed: { count: countFires(plan.schedule, left), from, to } };
}

/** The first fire a definition owes strictly after an instant; `null` when none will come. */
export function nextFire(definition: JobDefinition, after: Date): Date | null {
  const plan = resolvePlan(definition);
  return plan && firstFire(plan.schedule, owedStretches(definition, plan.options, after, null));
}

/** The first `count` fires a definition owes strictly after an instant; fewer when fewer will come. */
export function upcomingFires(definition: JobDefinition, after: Date, count: number): readonly Date[] {
  const fires: Date[] = [];
  let next = count > 0 ? nextFire(definition, after) : null;
  while (next) {
    fires.push(next);
    next = fires.length < count ? nextFire(definition, next) : null;
  }
  return fires;
}

interface SchedulePlan {
  readonly schedule: Schedule;
  readonly options: ScheduleOptions;
}

/** A definition is planned again every few seconds and never changes as an object: looking its schedule up by text costs more than its next fire. */
const plans = new WeakMap<JobDefinition, SchedulePlan | null>();

function resolvePlan(definition: JobDefinition): SchedulePlan | null {
  let plan = plans.get(definition);
  if (plan === undefined) {
    plan = createPlan(definition);
    plans.set(definition, plan);
  }
  return plan;
}

function createPlan(definition: JobDefinition): SchedulePlan | null {
  const {
    kind,
    key,
    options: { disabled, schedule },
  } = definition;
  if (kind !== JobKind.Recurring || disabled || schedule === null || schedule.cron === null) return null;
  if (hasLeftCode(definition)) return null;
  const { cron } = schedule;
  try {
    return { schedule: compileSchedule({ ...schedule, cron, seed: key }), options: schedule };
  } catch (error) {
    if (isMoJobError(error)) return null;
    throw error;
  }
}

/** Parts what one definition owes into what runs, ascending, and what is missed. */
function planOwed(
  definition: JobDefinition,
  { schedule, options }: SchedulePlan,
  window: FireWindow,
): { fires: readonly Date[]; missed: MissedFires | null } {
  const lateBefore = window.now.getTime() - options.misfire.graceMs;
  const owed = owedStretches(definition, options, window.after, window.to);
  const late = clip(owed, -Infinity, lateBefore - 1);
  const kept = KEPT_FIRES[options.misfire.policy];
  // One more than runs: the last of the missed fires, for their record.
  const latest = latestFires(schedule, late, kept + 1);
  const run = kept === 0 ? [] : latest.slice(-kept);
  const onTime = clip(owed, lateBefore - 1, Infinity).flatMap((stretch) => firesIn(schedule, stretch));
  return { fires: [...run, ...onTime], missed: missedFires(schedule, late, latest, run.length) };
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

/** What of (after, to] a definition's fires are owed in, ascending: a stretch more for each pause that lies between. */
function owedStretches(
  { scheduledSince, pause, appPause = null }: JobDefinition,
  { startTime, endTime }: ScheduleOptions,
  after: Date,
  to: Date | null,
): readonly Stretch[] {
  const from = Math.max(
    after.getTime(),
    scheduledSince.getTime(),
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
