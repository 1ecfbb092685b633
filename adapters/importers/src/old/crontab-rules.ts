import { ImportMistake } from "../import-mistake.ts";
import { DAY_NAMES, type FieldRange, fieldSet, MONTH_NAMES } from "./field-set.ts";
import { GapRule, OverlapRule, type WallRules } from "./wall-rules.ts";
import { ownValue } from "../own-value.ts";

const MINUTE: FieldRange = { name: "minute", min: 0, max: 59, ignoresSingleStep: true };
const HOUR: FieldRange = { name: "hour", min: 0, max: 23, ignoresSingleStep: true };
const DAY: FieldRange = { name: "day of month", min: 1, max: 31, ignoresSingleStep: true };
const MONTH: FieldRange = { name: "month", min: 1, max: 12, names: MONTH_NAMES, ignoresSingleStep: true };
const WEEKDAY: FieldRange = {
  name: "day of week",
  min: 0,
  max: 7,
  names: DAY_NAMES,
  ignoresSingleStep: true,
};

/** The fields of a line, in their order. */
export const CRONTAB_FIELDS: readonly FieldRange[] = [MINUTE, HOUR, DAY, MONTH, WEEKDAY];

export const CRONTAB_MACROS: Readonly<Record<string, string>> = {
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
  "@monthly": "0 0 1 * *",
  "@weekly": "0 0 * * 0",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@hourly": "0 * * * *",
};

/** A line with the lowest of each random value (`0~59`), which cron chooses at each start: to be checked, not to be computed with. */
export function withLowestValues(text: string): string {
  const [...words] = text.split(/\s+/);
  return words
    .map((word, index) =>
      word
        .split(",")
        .map((item) =>
          item.replace(/^(\d*)~(\d*)$/, (whole, low: string, high: string) => {
            const { min = 0, max = 0 } = CRONTAB_FIELDS[index] ?? {};
            const [from, to] = [low === "" ? min : Number(low), high === "" ? max : Number(high)];
            return from <= to && to <= max ? String(from) : whole;
          }),
        )
        .join(","),
    )
    .join(" ");
}

/**
 * The rules of a line in Vixie's cron (Debian's, cronie): five fields. A day field that begins with `*` narrows the other one, otherwise
 * either of them is enough. Lines whose minute or hour begins with `*` follow the clock through its changes; the others fire once: as soon
 * as the clock has gone past them, or at the first of two occurrences.
 * @throws ImportMistake where cron would refuse it
 */
export function crontabRules(text: string): WallRules {
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...rest] = (
    ownValue(CRONTAB_MACROS, text) ?? text
  ).split(/\s+/);
  if (weekday === "" || rest.length > 0)
    throw new ImportMistake("cron_fields", { wanted: "5", count: text.split(/\s+/).length });
  const days = new Set(fieldSet(day, DAY));
  const months = new Set(fieldSet(month, MONTH));
  const weekdays = new Set(fieldSet(weekday, WEEKDAY).map((value) => value % 7));
  const isNarrowing = day.startsWith("*") || weekday.startsWith("*");
  const follows = minute.startsWith("*") || hour.startsWith("*");
  return {
    seconds: [0],
    minutes: fieldSet(minute, MINUTE),
    hours: fieldSet(hour, HOUR),
    matchesDay: (civil) => {
      if (!months.has(civil.month)) return false;
      const [byDay, byWeekday] = [days.has(civil.day), weekdays.has(civil.weekday)];
      return isNarrowing ? byDay && byWeekday : byDay || byWeekday;
    },
    gap: follows ? GapRule.Skip : GapRule.AtChange,
    overlap: () => (follows ? OverlapRule.Both : OverlapRule.First),
  };
}
