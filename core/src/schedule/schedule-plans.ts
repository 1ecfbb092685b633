import { isMoJobError } from "../base/error.ts";
import { hasLeftCode, type JobDefinition } from "../model/job-definition.ts";
import { JobKind } from "../model/option/job-kind.ts";
import { IntervalFrom } from "../model/cron/interval-from.ts";
import { type Beginnings, withJitter } from "./jittered-schedule.ts";
import { compileInterval, onceAt } from "./interval-schedule.ts";
import { type JobSchedule, owedAfter, schedulesOf, seedOf, type TimingOptions } from "./job-schedules.ts";
import { type LatestFires, scheduleId, timesAfterEnd } from "./latest-fire.ts";
import { compileSchedule, type Schedule } from "./schedule.ts";

/** One schedule of a definition, ready to be asked for times. */
export interface SchedulePlan {
  readonly definition: JobDefinition;
  readonly schedule: JobSchedule;
  /** When its fires begin. */
  readonly times: Beginnings;
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

/** The schedules of a definition, those that count from ends with the fire that is due now. */
export function plansOf(definition: JobDefinition, latest: LatestFires): readonly SchedulePlan[] {
  const known = resolvePlans(definition);
  if (!known.some(({ afterEnd }) => afterEnd !== null)) return known;
  return known.map((plan) => {
    if (plan.afterEnd === null) return plan;
    const times = timesAfterEnd(definition, plan.schedule, latest);
    return {
      ...plan,
      times: beginningsOf(definition, plan.schedule, times ?? onceAt(null)),
      afterEnd: { ...plan.afterEnd, isOpen: times === null },
    };
  });
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
      : [{ definition, schedule: one, times: beginningsOf(definition, one, times), afterEnd }];
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
