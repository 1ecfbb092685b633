import { isMoJobError } from "../../base/error.ts";
import { canonicalJson } from "../../base/json.ts";
import { CronDialect } from "../../model/cron/cron-dialect.ts";
import { parseCron } from "./cron-expression.ts";

const NAMES = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];

/** The meaning of the weekday field of an expression in each dialect, written with names, which both read alike. */
export interface WeekdayReadings {
  /** The field as it is written. */
  readonly found: string;
  /** The character it begins at, from 1. */
  readonly position: number;
  readonly standard: string;
  readonly quartz: string;
}

/**
 * The two meanings of an expression that may have been written for Quartz or XXL-JOB: it has a second and a `?` as the day of
 * month, which those need beside a weekday, and numbers for weekdays that are others in crontab(5). `null` for every other one.
 */
export function weekdayReadings(cron: string, seed: string): WeekdayReadings | null {
  const fields = [...cron.matchAll(/\S+/g)];
  const [dayOfMonth, weekday] = [fields[3], fields[5]];
  if (fields.length < 6 || dayOfMonth?.[0] !== "?" || weekday === undefined) return null;
  const [standard, quartz] = [CronDialect.Standard, CronDialect.Quartz].map((dialect) =>
    weekdaysOf(cron, seed, dialect),
  );
  if (standard === null || quartz === null || standard === quartz) return null;
  const [found] = weekday;
  const named = (first: number): string =>
    found.replaceAll(
      /(^|[-,])(\d)/g,
      (_, before: string, digit: string) => `${before}${NAMES[(Number(digit) - first + 7) % 7] ?? ""}`,
    );
  return { found, position: weekday.index + 1, standard: named(0), quartz: named(1) };
}

/** `null` for an expression that the dialect does not read. */
function weekdaysOf(cron: string, seed: string, dialect: CronDialect): string | null {
  try {
    const { weekdays, nthWeekdays, lastWeekdays } = parseCron(cron, { seed, dialect });
    return canonicalJson([weekdays, nthWeekdays.map(({ weekday, nth }) => [weekday, nth]), lastWeekdays]);
  } catch (error) {
    if (isMoJobError(error)) return null;
    throw error;
  }
}
