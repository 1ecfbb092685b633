import { CronDialect } from "../../model/cron/cron-dialect.ts";
import { CalendarOtherwise, type ScheduleCalendar } from "../../model/option/value/schedule-calendar.ts";
import { DstGap } from "../../model/option/value/dst-options.ts";
import { parseCron } from "../cron/cron-expression.ts";
import { resolveTimeZone } from "../cron/time-zone.ts";
import { type Beginnings, withJitter } from "../jittered-schedule.ts";
import type { TimingOptions } from "../job-schedules.ts";
import type { Schedule } from "../schedule.ts";
import { DailyTime, dailySecondsOf } from "./daily-time.ts";
import { DayRule } from "./day-rule.ts";
import { RolledSchedule } from "./rolled.ts";
import { withoutStretches } from "./without-stretches.ts";
import type { WorkCalendar } from "./work-calendar.ts";

export interface CalendarSchedule {
  readonly timing: Pick<TimingOptions, "cron" | "cronDialect" | "timeZone" | "dst">;
  readonly seed: string;
  /** What the expression or the interval names. */
  readonly named: Schedule;
  readonly calendar: ScheduleCalendar;
}

/** A schedule on the days of a calendar, and what it is asked about single fires. */
export interface CalendarTimes {
  readonly times: Beginnings;
  readonly rule: DayRule;
  /** When the fire of a time that the schedule names begins; `null` where it is left out. */
  beginOf(named: Date): Date | null;
}

/** The times of a schedule on the days of a calendar. */
export function onCalendar(
  { timing, seed, named, calendar: option }: CalendarSchedule,
  calendar: WorkCalendar,
): CalendarTimes {
  const zone = resolveTimeZone(timing.timeZone);
  const rule = new DayRule(option, calendar, zone);
  const seconds = timing.cron === null ? null : dailySeconds(timing.cron, timing.cronDialect, seed);
  const { otherwise: direction = CalendarOtherwise.Skip } = option;
  if (direction === CalendarOtherwise.Skip || seconds === null)
    return {
      times: withoutStretches(withJitter(named, 0, seed), rule),
      rule,
      beginOf: (at) => (rule.allows(rule.dayOf(at)) ? at : null),
    };
  const time = new DailyTime(seconds, zone, timing.dst.gap === DstGap.Shift);
  const times = new RolledSchedule({ named, rule, direction, time });
  return { times, rule, beginOf: (at) => times.beginOf(at) };
}

/** Seconds after midnight of an expression that has one time a day; `null` where it has several. */
export function dailySeconds(cron: string, dialect: CronDialect | undefined, seed: string): number | null {
  return dailySecondsOf(parseCron(cron, { seed, dialect: dialect ?? CronDialect.Standard }));
}

/** Beginnings that are moved first by the one and then by the other. */
export function stacked(outer: Beginnings, inner: Beginnings): Beginnings {
  return {
    next: (after) => outer.next(after),
    count: (after, to) => outer.count(after, to),
    nominalOf: (begin) => inner.nominalOf(outer.nominalOf(begin)),
    movedTo: (begin) => inner.movedTo(outer.nominalOf(begin)),
    boundOf: (instant) => outer.boundOf(inner.boundOf(instant)),
  };
}
