import {
  type CalendarFire,
  type CalendarFires,
  type CalendarFiresRequest,
  CalendarOtherwise,
  compileInterval,
  compileSchedule,
  invalidInput,
  issueAt,
  type NamedDay,
  type ScheduleCalendar,
  withJitter,
} from "@mojob/core/engine";
import {
  assertCalendar,
  type CalendarTimes,
  onCalendar,
  parseInput,
  scheduleCalendar,
  stacked,
  type WorkCalendar,
} from "@mojob/core/feature";
import * as v from "valibot";
import { civilDayOf } from "./days/civil-day.ts";

const DAY_MS = 86_400_000;
const MOST_SKIPPED = 20;
/** As far as left out days are looked for where no fire comes. */
const MOST_DAYS = 400;
/** A fire is moved by less. */
const FARTHEST_MS = 35 * DAY_MS;
const DOING = "show the fires of a schedule";
const REQUEST = v.object({ calendar: scheduleCalendar });

/**
 * The next fires of a schedule on the days of its calendar; yields between them, because those of a rare day are looked for through many
 * months.
 * @throws MoJobError `invalid_argument`, `invalid_cron`
 */
export function* firesOnDays(
  request: CalendarFiresRequest,
  calendars: ReadonlyMap<string, WorkCalendar>,
): Generator<void, CalendarFires> {
  const { calendar: option } = parseInput(REQUEST, { calendar: request.calendar }, DOING);
  const { cron = null, everyMs = null, from, startTime, endTime, count, seed, jitterMs } = request;
  assertCalendar({ ...request, cron, everyMs, calendar: option }, seed, DOING);
  const stored = calendars.get(option.key);
  if (stored === undefined)
    throw invalidInput(DOING, [issueAt("/calendar/key", "no_such_calendar", { key: option.key })]);
  const named =
    everyMs === null
      ? compileSchedule({ ...request, cron: cron ?? "" })
      : compileInterval({ ...request, everyMs, since: from });
  const onDays = onCalendar({ timing: { ...request, cron }, seed, named, calendar: option }, stored);
  const asked = { onDays, named, isMoving: isMoving(option) };
  const times = stacked(withJitter(onDays.times, jitterMs, seed), onDays.times);
  const since = startTime === null ? from : new Date(Math.max(from.getTime(), startTime.getTime() - 1));
  // Without an end there is no bound: a fire that is moved from the last day of all dates has no time.
  const last = endTime === null ? null : times.boundOf(endTime);
  const fires: CalendarFire[] = [];
  for (let at = times.next(times.boundOf(since)); at !== null; at = times.next(at)) {
    if (fires.length >= count || (last !== null && at > last)) break;
    fires.push(fireAt(at, times.nominalOf(at), asked));
    yield;
  }
  const end = fires.at(-1)?.at ?? new Date(since.getTime() + MOST_DAYS * DAY_MS);
  return { fires, skipped: asked.isMoving ? [] : yield* skippedDays(since, end, asked) };
}

type Named = ReturnType<typeof compileSchedule>;

interface Asked {
  readonly onDays: CalendarTimes;
  readonly named: Named;
  readonly isMoving: boolean;
}

/** Whether fires come to other days: only those may come together. */
function isMoving({ otherwise = CalendarOtherwise.Skip }: ScheduleCalendar): boolean {
  return otherwise !== CalendarOtherwise.Skip;
}

function fireAt(
  at: Date,
  nominal: Date,
  { onDays: { rule, beginOf }, named, isMoving }: Asked,
): CalendarFire {
  const due = beginOf(nominal) ?? nominal;
  return {
    at,
    nominal,
    movedBy: due.getTime() === nominal.getTime() ? null : namedDay(rule.dayOf(nominal), rule),
    isEstimated: rule.dayAt(rule.dayOf(at)).isEstimated,
    together: isMoving ? timesOf(due, beginOf, named) : 1,
  };
}

/** How many named times come to an instant. */
function timesOf(due: Date, beginOf: CalendarTimes["beginOf"], named: Named): number {
  const to = new Date(due.getTime() + FARTHEST_MS);
  let together = 0;
  for (
    let at = named.next(new Date(due.getTime() - FARTHEST_MS));
    at !== null && at <= to;
    at = named.next(at)
  )
    if (beginOf(at)?.getTime() === due.getTime()) together += 1;
  return together;
}

function namedDay(day: number, rule: CalendarTimes["rule"]): NamedDay {
  return { day: civilDayOf(day), name: rule.dayAt(day).name };
}

/** The days on which a schedule names a time, and does not fire. */
function* skippedDays(
  after: Date,
  to: Date,
  { onDays: { rule }, named }: Asked,
): Generator<void, readonly NamedDay[]> {
  const skipped = new Map<number, NamedDay>();
  for (
    let at = named.next(after);
    at !== null && at <= to && skipped.size < MOST_SKIPPED;
    at = named.next(new Date(rule.dayEndAfter(at).getTime() - 1))
  ) {
    const day = rule.dayOf(at);
    if (!rule.allows(day)) skipped.set(day, namedDay(day, rule));
    yield;
  }
  return [...skipped.values()];
}
