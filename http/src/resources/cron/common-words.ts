import type { CronFields, MonthDay, NthWeekday } from "@mojob/core/engine";

/** On which days a schedule fires; `null` stands for all. */
export interface DayShape {
  readonly years: readonly number[] | null;
  readonly months: readonly number[] | null;
  readonly dates: { readonly days: readonly number[]; readonly found: readonly MonthDay[] } | null;
  readonly week: {
    readonly isWorkdays: boolean;
    readonly weekdays: readonly number[];
    readonly nth: readonly NthWeekday[];
    readonly last: readonly number[];
  } | null;
}

/** The texts of a language for schedules. */
export interface ScheduleWords {
  everySeconds(step: number): string;
  atSeconds(seconds: string): string;
  /** `from` is the first minute; 0 is not mentioned. */
  everyMinutes(step: number, from: number): string;
  everyHours(step: number, from: number, minute: number): string;
  atMinutes(minutes: string): string;
  everyHour: string;
  /** Each of the times that `often` names, at a second that is not 0. */
  atSecond(often: string, second: number): string;
  /** `seconds` is the text of `everySeconds` or `atSeconds`. */
  secondsWithin(seconds: string, minutes: string): string;
  within(often: string, hours: readonly string[]): string;
  at(times: readonly string[]): string;
  days(shape: DayShape): string;
  /** A list of numbers and spans of numbers. */
  numbers(spans: readonly (readonly [from: number, to: number])[]): string;
  join(day: string, time: string): string;
}

/** More times of day than these are not listed one by one. */
const MOST_TIMES = 12;

interface TimeText {
  readonly text: string;
  /** It says by itself that it goes on all day. */
  readonly isInterval: boolean;
}

/** A schedule in words that say exactly when it fires. */
export function scheduleWords(fields: CronFields, words: ScheduleWords): string {
  const time = timeText(fields, words);
  const shape = dayShape(fields);
  const isEveryDay = Object.values(shape).every((part) => part === null);
  return words.join(time.isInterval && isEveryDay ? "" : words.days(shape), time.text);
}

function timeText(fields: CronFields, words: ScheduleWords): TimeText {
  const { seconds, hours } = fields;
  const often = seconds.length === 1 ? minutesText(fields, words) : secondsText(fields, words);
  if ("text" in often) return often;
  return hours.length === 24
    ? { text: often.often, isInterval: true }
    : { text: words.within(often.often, hourSpans(hours)), isInterval: false };
}

type Often = TimeText | { readonly often: string };

function secondsText({ seconds, minutes }: CronFields, words: ScheduleWords): Often {
  const step = stepOf(seconds, 60);
  const text =
    step !== null && seconds[0] === 0 ? words.everySeconds(step) : words.atSeconds(list(seconds, words));
  return { often: minutes.length === 60 ? text : words.secondsWithin(text, list(minutes, words)) };
}

function minutesText({ seconds, minutes, hours }: CronFields, words: ScheduleWords): Often {
  const [second = 0] = seconds;
  const [minute = 0] = minutes;
  const [firstHour = 0] = hours;
  const exact = (often: string): string => (second === 0 ? often : words.atSecond(often, second));
  const hourStep = stepOf(hours, 24);
  if (minutes.length === 1 && hourStep !== null && hours.length > 2)
    return { text: exact(words.everyHours(hourStep, firstHour, minute)), isInterval: true };
  if (minutes.length * hours.length <= MOST_TIMES) {
    const times = hours.flatMap((hour) =>
      minutes.map((at) => [hour, at, ...(second === 0 ? [] : [second])].map(twoDigits).join(":")),
    );
    return { text: words.at(times), isInterval: false };
  }
  const step = stepOf(minutes, 60);
  if (step !== null) return { often: exact(words.everyMinutes(step, minute)) };
  const text = exact(words.atMinutes(list(minutes, words)));
  return hours.length === 24
    ? { text: words.join(words.everyHour, text), isInterval: true }
    : { often: text };
}

function dayShape(fields: CronFields): DayShape {
  const { years, months, dayOfMonthRestricted, dayOfWeekRestricted, weekdays } = fields;
  // Where both are restricted, either fires.
  const isAnyWeekday = weekdays.length === 7;
  const isAnyDay = isAnyWeekday && dayOfWeekRestricted;
  return {
    years,
    months: months.length === 12 ? null : months,
    dates: dayOfMonthRestricted && !isAnyDay ? { days: fields.daysOfMonth, found: fields.monthDays } : null,
    week:
      dayOfWeekRestricted && !isAnyDay
        ? {
            isWorkdays: weekdays.join() === "1,2,3,4,5",
            weekdays,
            nth: fields.nthWeekdays,
            last: fields.lastWeekdays,
          }
        : null,
  };
}

/** The step of values that go round a circle of `range` evenly, starting within the first step; `null` for others. */
function stepOf(values: readonly number[], range: number): number | null {
  if (values.length < 2 || range % values.length !== 0) return null;
  const step = range / values.length;
  const [first = 0] = values;
  return values.every((value, index) => value === first + index * step) ? step : null;
}

/** A list of at least this many numbers is said as steps where it is that. */
const LEAST_IN_STEPS = 4;

/** Numbers at even steps; `null` for a short list, and for numbers at uneven ones. */
export function stepsOf(
  values: readonly number[],
): { readonly from: number; readonly to: number; readonly step: number } | null {
  const [from = 0, second = 0] = values;
  const step = second - from;
  const isEven = values.every((value, index) => value === from + index * step);
  return values.length >= LEAST_IN_STEPS && isEven ? { from, to: values.at(-1) ?? from, step } : null;
}

/** Numbers with spans for those that follow each other: `0, 1, 2, 7` are 0–2 and 7. */
function spans(values: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const found: [from: number, to: number][] = [];
  for (const value of values) {
    const last = found.at(-1);
    if (last !== undefined && last[1] === value - 1) last[1] = value;
    else found.push([value, value]);
  }
  return found;
}

function list(values: readonly number[], words: ScheduleWords): string {
  return words.numbers(
    // Two that follow each other are no span.
    spans(values).flatMap(([from, to]) =>
      to - from === 1
        ? [
            [from, from],
            [to, to],
          ]
        : [[from, to]],
    ) as readonly (readonly [number, number])[],
  );
}

/** Hours as spans: `9, 10, 11, 14` are `09:00–11:59` and `14:00–14:59`. */
function hourSpans(hours: readonly number[]): readonly string[] {
  return spans(hours).map(([from, to]) => `${twoDigits(from)}:00–${twoDigits(to)}:59`);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
