import type { MonthDay } from "@mojob/core/engine";
import { type DayShape, type ScheduleWords, stepsOf } from "./common-words.ts";

const DAYS = ["日", "一", "二", "三", "四", "五", "六"];

export const SCHEDULE_ZH: ScheduleWords = {
  everySeconds: (step) => (step === 1 ? "每秒" : `每隔 ${step} 秒`),
  atSeconds: (seconds) => `第 ${seconds} 秒`,
  everyMinutes: (step, from) =>
    `${step === 1 ? "每分钟" : `每隔 ${step} 分钟`}${from === 0 ? "" : `（从第 ${from} 分开始）`}`,
  everyHours: (step, from, minute) =>
    `${step === 1 ? "每小时" : `每隔 ${step} 小时`}${step === 1 || from === 0 ? "" : `（从 ${from} 点开始）`}${minute === 0 ? "" : `的第 ${minute} 分`}`,
  atMinutes: (minutes) => `第 ${minutes} 分`,
  everyHour: "每小时",
  atSecond: (often, second) => `${often}的第 ${second} 秒`,
  secondsWithin: (seconds, minutes) => `第 ${minutes} 分内${seconds}`,
  within: (often, hours) => `${hours.join("、")} 内${often}`,
  at: (times) => times.join("、"),
  days: daysText,
  numbers: (spans) => spans.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join("、"),
  join: (day, time) => [day, time].filter((part) => part !== "").join(" "),
};

function daysText({ years, months, dates, week }: DayShape): string {
  const inYears = years === null ? null : `${inSteps(years, "年") ?? years.join("、")} 年`;
  const inMonths = months === null ? null : `${inYears ?? "每年"} ${months.join("、")} 月`;
  const within = inMonths ?? inYears;
  if (dates === null && week === null) return within === null ? "每天" : `${within}每天`;
  const parts = [
    ...(dates === null ? [] : [datesText(dates, inMonths, inYears)]),
    ...(week === null ? [] : [weekText(week, inMonths, within)]),
  ];
  return parts.join("或");
}

/** A long list at even steps, without its last unit; `null` for others. */
function inSteps(values: readonly number[], unit: string): string | null {
  const steps = stepsOf(values);
  if (steps === null) return null;
  const { from, to, step } = steps;
  return step === 1 ? `${from}–${to}` : `${from} 至 ${to} ${unit}每隔 ${step}`;
}

function datesText(
  { days, found }: NonNullable<DayShape["dates"]>,
  inMonths: string | null,
  inYears: string | null,
): string {
  const steps = inSteps(days, "日");
  const named = [...(steps === null ? days : [steps]).map((day) => `${day} 日`), ...found.map(monthDayText)];
  const isPlain = found[0] === undefined || days.length > 0;
  const before = inMonths === null ? `${inYears ?? ""}每月` : `${inMonths}${isPlain ? "" : "的"}`;
  return `${before}${isPlain ? " " : ""}${named.join("、")}`;
}

function monthDayText({ from, day, isWorkday }: MonthDay): string {
  if (from === "start") return `最接近 ${day} 日的工作日`;
  if (day === 0) return isWorkday ? "最后一个工作日" : "最后一天";
  return isWorkday ? `最接近倒数第 ${day + 1} 天的工作日` : `倒数第 ${day + 1} 天`;
}

function weekText(
  { isWorkdays, weekdays, nth, last }: NonNullable<DayShape["week"]>,
  inMonths: string | null,
  within: string | null,
): string {
  const days = [...weekdays].sort((a, b) => (a || 7) - (b || 7)).map((day) => DAYS[day]);
  const inMonth = [
    ...nth.map(({ weekday, nth: number }) => `第 ${number} 个周${DAYS[weekday]}`),
    ...last.map((day) => `最后一个周${DAYS[day]}`),
  ].join("、");
  const each = isWorkdays ? "周一至周五" : days.length > 0 ? `每周${days.join("、")}` : "";
  const ofMonth = inMonth === "" ? "" : `${inMonths === null ? "每月" : ""}${inMonth}`;
  const before = within === null ? "" : `${within}的`;
  return `${before}${[each, ofMonth].filter((part) => part !== "").join("、")}`;
}
