import type { MonthDay } from "@mojob/core/engine";
import { type DayShape, type ScheduleWords, stepsOf } from "./common-words.ts";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const NTH = ["first", "second", "third", "fourth", "fifth"];
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
const and = new Intl.ListFormat("en", { type: "conjunction" });
const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const or = new Intl.ListFormat("en", { type: "disjunction" });

export const SCHEDULE_EN: ScheduleWords = {
  everySeconds: (step) => (step === 1 ? "every second" : `every ${step} seconds`),
  atSeconds: (seconds) => `at seconds ${seconds}`,
  everyMinutes: (step, from) =>
    `${step === 1 ? "every minute" : `every ${step} minutes`}${from === 0 ? "" : ` from minute ${from}`}`,
  everyHours: (step, from, minute) =>
    `${step === 1 ? "every hour" : `every ${step} hours`}${step === 1 || from === 0 ? "" : ` from ${from}:00`}${minute === 0 ? "" : ` at minute ${minute}`}`,
  atMinutes: (minutes) => `at minutes ${minutes}`,
  everyHour: "every hour",
  atSecond: (often, second) => `${often} at second ${second}`,
  secondsWithin: (seconds, minutes) => `${seconds} in minutes ${minutes}`,
  within: (often, hours) => `${often} during ${hours.join(", ")}`,
  at: (times) => `at ${and.format(times)}`,
  days: ({ years, months, dates, week }) =>
    [
      ...(years === null ? [] : [`in ${yearsText(years)}`]),
      ...(months === null ? [] : [`in ${and.format(months.map((month) => MONTHS[month - 1] ?? ""))}`]),
      dates === null && week === null
        ? "every day"
        : or.format([
            ...(dates === null ? [] : [datesText(dates)]),
            ...(week === null ? [] : [weekText(week)]),
          ]),
    ].join(", "),
  numbers: (spans) => and.format(spans.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))),
  join: (day, time) => {
    const text = [day, time].filter((part) => part !== "").join(", ");
    return text.charAt(0).toUpperCase() + text.slice(1);
  },
};

function datesText({ days, found }: NonNullable<DayShape["dates"]>): string {
  return `on ${and.format([...daysTexts(days), ...found.map(monthDayText)])} of the month`;
}

function daysTexts(days: readonly number[]): readonly string[] {
  const steps = stepsOf(days);
  if (steps === null) return days.map((day) => `day ${day}`);
  const { from, to, step } = steps;
  return [`${step === 1 ? "" : `every ${ordinal(step)} day from `}day ${from} to day ${to}`];
}

function yearsText(years: readonly number[]): string {
  const steps = stepsOf(years);
  if (steps === null) return and.format(years.map(String));
  const { from, to, step } = steps;
  return `${step === 1 ? "" : `every ${ordinal(step)} year from `}${from} to ${to}`;
}

function ordinal(value: number): string {
  const ending = { one: "st", two: "nd", few: "rd", other: "th", many: "th", zero: "th" };
  return `${value}${ending[ordinals.select(value)]}`;
}

function monthDayText({ from, day, isWorkday }: MonthDay): string {
  if (from === "start") return `the workday nearest to day ${day}`;
  if (day === 0) return isWorkday ? "the last workday" : "the last day";
  const fromEnd = `the last day but ${day}`;
  return isWorkday ? `the workday nearest to ${fromEnd}` : fromEnd;
}

function weekText({ isWorkdays, weekdays, nth, last }: NonNullable<DayShape["week"]>): string {
  const days = isWorkdays ? ["Monday to Friday"] : weekdays.map((day) => `${DAYS[day]}s`);
  const inMonth = [
    ...nth.map(({ weekday, nth: number }) => `the ${NTH[number - 1]} ${DAYS[weekday]}`),
    ...last.map((day) => `the last ${DAYS[day]}`),
  ];
  return and.format([...days, ...(inMonth.length === 0 ? [] : [`on ${and.format(inMonth)} of the month`])]);
}
