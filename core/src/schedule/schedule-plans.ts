import { isMoJobError } from "../base/error.ts";
import { hasLeftCode, type JobDefinition } from "../model/job-definition.ts";
import { JobKind } from "../model/option/job-kind.ts";
import type { ScheduleCalendar } from "../model/option/value/schedule-calendar.ts";
import { IntervalFrom } from "../model/cron/interval-from.ts";
import { type Beginnings, withJitter } from "./jittered-schedule.ts";
import { compileInterval, onceAt } from "./interval-schedule.ts";
import { type JobSchedule, owedAfter, schedulesOf, seedOf, type TimingOptions } from "./job-schedules.ts";
import { scheduleId, timesAfterEnd } from "./latest-fire.ts";
import type { ScheduleRules } from "./rules/schedule-rules.ts";
import { type CalendarTimes, onCalendar, stacked } from "./rules/calendar-times.ts";
import type { ScheduleFacts } from "./schedule-facts.ts";
import { compileSchedule, type Schedule } from "./schedule.ts";
import { outsideWindows } from "./windows/held-times.ts";
import { windowsFor } from "./windows/windows-for.ts";

/** One schedule of a definition, ready to be asked for times. */
export interface SchedulePlan {
  readonly definition: JobDefinition;
  readonly schedule: JobSchedule;
  /** When its fires begin. */
  readonly times: Beginnings;
  /** The days of the calendar that it fires on; `null` where it has none. */
  readonly onDays: CalendarTimes | null;
  /** The state of an interval that counts from ends; `null` for every other schedule, whose times depend on no run. */
  readonly afterEnd: { readonly everyMs: number; readonly isOpen: boolean } | null;
}

/** Whether the next fire of a schedule depends on the end of the one before. */
export function isAfterEnd({ everyMs, everyFrom }: Pick<TimingOptions, "everyMs" | "everyFrom">): boolean {
  return everyMs !== null && everyFrom === IntervalFrom.End;
}

/** The `scheduleId` of each schedule of a definition that fires and counts from ends. */
export function schedulesAfterEnd(definition: JobDefinition): readonly string[] {
  return resolvePlans(definition).flatMap(({ schedule, afterEnd }) =>
    afterEnd === null ? [] : [scheduleId(definition.key, schedule.name)],
  );
}

/** The shortest interval of these jobs that counts from ends: a window beyond it would not see the fire after one in it. */
export function shortestAfterEndMs(definitions: readonly JobDefinition[]): number {
  let shortest = Infinity;
  for (const definition of definitions)
    for (const { afterEnd } of resolvePlans(definition))
      if (afterEnd !== null && afterEnd.everyMs < shortest) shortest = afterEnd.everyMs;
  return shortest;
}

/** The schedules of a definition under the rules in force, those that count from ends with the fire that is due now. */
export function plansOf(
  definition: JobDefinition,
  { latest, rules }: ScheduleFacts,
): readonly SchedulePlan[] {
  const known = resolvePlans(definition);
  const dependsOnEnds = known.some(({ afterEnd }) => afterEnd !== null);
  if (!dependsOnEnds) return isPlain(known, rules) ? known : ruledPlans(definition, known, rules);
  return withinRules(
    definition,
    known.map((plan) => {
      if (plan.afterEnd === null) return plan;
      const times = timesAfterEnd(definition, plan.schedule, latest);
      return {
        ...plan,
        times: beginningsOf(definition, plan.schedule, times ?? onceAt(null)),
        afterEnd: { ...plan.afterEnd, isOpen: times === null },
      };
    }),
    rules,
  );
}

/** Whether no rule can touch these schedules. */
function isPlain(plans: readonly SchedulePlan[], { windows }: ScheduleRules): boolean {
  return windows.length === 0 && plans.every(({ schedule }) => calendarOf(schedule) === null);
}

/** Rules never change as objects: what was planned for them is kept as long as they are. */
const ruled = new WeakMap<ScheduleRules, WeakMap<JobDefinition, readonly SchedulePlan[]>>();

function ruledPlans(
  definition: JobDefinition,
  plans: readonly SchedulePlan[],
  rules: ScheduleRules,
): readonly SchedulePlan[] {
  const byDefinition = ruled.get(rules) ?? new WeakMap<JobDefinition, readonly SchedulePlan[]>();
  ruled.set(rules, byDefinition);
  let known = byDefinition.get(definition);
  if (known === undefined) {
    known = withinRules(definition, plans, rules);
    byDefinition.set(definition, known);
  }
  return known;
}

/** The schedules on the days of their calendars and outside of all windows. One whose calendar is not there plans nothing. */
function withinRules(
  definition: JobDefinition,
  plans: readonly SchedulePlan[],
  { calendars, windows }: ScheduleRules,
): readonly SchedulePlan[] {
  const own = windowsFor(windows, definition);
  return plans.flatMap((plan) => {
    const placed = onItsCalendar(plan, calendars);
    return placed === null ? [] : [{ ...placed, times: outsideWindows(placed.times, own) }];
  });
}

function onItsCalendar(plan: SchedulePlan, calendars: ScheduleRules["calendars"]): SchedulePlan | null {
  const { definition, schedule } = plan;
  const calendar = calendarOf(schedule);
  if (calendar === null) return plan;
  const stored = calendars.get(calendar.key);
  const named = timesOf(definition, schedule);
  if (stored === undefined || named === null) return null;
  const { timing, name } = schedule;
  const seed = seedOf(definition.key, name);
  const onDays = onCalendar({ timing, seed, named, calendar }, stored);
  return { ...plan, onDays, times: stacked(withJitter(onDays.times, timing.jitterMs, seed), onDays.times) };
}

/** By which days a schedule fires; records of before there were calendars say nothing. */
export function calendarOf({ timing }: Pick<JobSchedule, "timing">): ScheduleCalendar | null {
  return timing.calendar ?? null;
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
    const times = timesOf(definition, one);
    const afterEnd = isAfterEnd(one.timing) ? { everyMs: one.timing.everyMs ?? 0, isOpen: false } : null;
    return times === null
      ? []
      : [{ definition, schedule: one, times: beginningsOf(definition, one, times), onDays: null, afterEnd }];
  });
}

function beginningsOf({ key }: JobDefinition, { name, timing }: JobSchedule, times: Schedule): Beginnings {
  return withJitter(times, timing.jitterMs, seedOf(key, name));
}

function timesOf(definition: JobDefinition, { name, timing, isDisabled }: JobSchedule): Schedule | null {
  const { cron, everyMs } = timing;
  if (isDisabled) return null;
  if (everyMs !== null) return compileInterval({ ...timing, everyMs, since: owedAfter(definition, name) });
  if (cron === null) return null;
  try {
    return compileSchedule({ ...timing, cron, seed: seedOf(definition.key, name) });
  } catch (error) {
    if (isMoJobError(error)) return null;
    throw error;
  }
}
