import { type Finding, info, warning } from "../finding.ts";
import { CRONTAB_FIELDS, CRONTAB_MACROS } from "../old/crontab-rules.ts";
import { type FieldRange, fieldSet } from "../old/field-set.ts";
import type { CarriedCron } from "./carried-schedule.ts";
import { ownValue } from "../own-value.ts";

const [DAY, WEEKDAY, HOUR] = [2, 4, 1];

/**
 * crontab and we disagree on a step after a single number, on steps that are longer than the field, on `*` within a list, on day fields
 * that begin with `*`, on random values, and on which lines follow the clock through its changes.
 */
export function carryCrontab(text: string): CarriedCron {
  const original = (ownValue(CRONTAB_MACROS, text) ?? text).split(/\s+/);
  const [minute = "", hour = "", day = "", , weekday = ""] = original;
  const follows = minute.startsWith("*") || hour.startsWith("*");
  const findings: Finding[] = [];
  const words = original.map((word, index) => {
    const field = CRONTAB_FIELDS[index] as FieldRange;
    const to = withoutSingleSteps(word);
    if (to !== word) findings.push(warning("step_ignored", "cron", { from: word, to }));
    if (to.includes("~")) {
      findings.push(warning("random_value", "cron", { from: word }));
      return to
        .split(",")
        .map((item) => randomItem(item, field))
        .join(",");
    }
    // Hours that are steps alone would be an interval here, which fires through a repeated hour.
    const isInterval = index === HOUR && !follows && to.includes("/");
    return isInterval || !isReadHere(to, field) ? listText(valuesOf(to, index)) : to;
  });
  const isNarrowing = day.startsWith("*") || weekday.startsWith("*");
  [words[DAY], words[WEEKDAY]] = daysHere(words[DAY] ?? "", words[WEEKDAY] ?? "", isNarrowing);
  const [, , days = "", , weekdays = ""] = words;
  if (isNarrowing && days !== "*" && weekdays !== "*")
    findings.push(warning("days_widened", "cron", { from: day.startsWith("*") ? day : weekday }));
  const cron = words.join(" ");
  if (cron !== text && findings.length === 0)
    findings.push(info("cron_rewritten", "cron", { from: text, to: cron }));
  return {
    cron,
    cronDialect: "standard",
    dst: follows ? { gap: "skip", overlap: "both" } : { gap: "shift", overlap: "first" },
    findings,
  };
}

function withoutSingleSteps(word: string): string {
  return word
    .split(",")
    .map((item) => item.replace(/^([^*/~-]+)\/\d+$/, "$1"))
    .join(",");
}

/** `low~high`, which cron chooses from at each start, is the choice by the job's key here. */
function randomItem(item: string, { min, max }: FieldRange): string {
  const [, low, high] = /^(\d*)~(\d*)$/.exec(item) ?? [];
  if (low === undefined) return item;
  return `H(${low === "" ? min : Number(low)}-${high === "" ? max : Number(high)})`;
}

/** Whether our own dialect reads a field as cron does. */
function isReadHere(word: string, { min, max }: FieldRange): boolean {
  const items = word.split(",");
  return items.every((item) => {
    const [base = "", step] = item.split("/");
    if (base === "*" && items.length > 1) return false;
    return step === undefined || (Number(step) <= max - min && !(base === "*" && Number(step) === 1));
  });
}

function valuesOf(word: string, index: number): readonly number[] {
  const values = fieldSet(word, CRONTAB_FIELDS[index] as FieldRange);
  return index === WEEKDAY ? [...new Set(values.map((value) => value % 7))].sort((a, b) => a - b) : values;
}

/** `*` for everything is written by the caller: a list of all would restrict the other field of days. */
function listText(values: readonly number[]): string {
  return values.join(",");
}

/**
 * Both fields of days as we mean them: either is enough, unless the other one is `*`. crontab wants both where one begins with `*`, which
 * is a week of the month and a weekday where the days are whole weeks (`1-7` and Sunday is `0#1`).
 */
function daysHere(day: string, weekday: string, isNarrowing: boolean): [string, string] {
  if (/H/.test(day + weekday) || day === "*" || weekday === "*")
    return [whole(day, DAY), whole(weekday, WEEKDAY)];
  const [days, weekdays] = [whole(day, DAY), whole(weekday, WEEKDAY)];
  if (days === "*" || weekdays === "*") return isNarrowing ? [days, weekdays] : ["*", "*"];
  const weeks = isNarrowing ? weeksOf(valuesOf(day, DAY)) : null;
  if (weeks === null) return [days, weekdays];
  const nth = valuesOf(weekday, WEEKDAY).flatMap((one) => weeks.map((week) => `${one}#${week}`));
  return ["*", nth.join(",")];
}

/** `*` for a field that names everything. */
function whole(word: string, index: number): string {
  if (word === "*" || word.includes("H")) return word;
  return valuesOf(word, index).length === (index === DAY ? 31 : 7) ? "*" : word;
}

/** The weeks of a month, from its first day, that these days are all of; `null` where they are not whole weeks. */
function weeksOf(days: readonly number[]): readonly number[] | null {
  const weeks = [...new Set(days.map((day) => Math.ceil(day / 7)))];
  const wanted = weeks.reduce((count, week) => count + (week === 5 ? 3 : 7), 0);
  return wanted === days.length ? weeks : null;
}
