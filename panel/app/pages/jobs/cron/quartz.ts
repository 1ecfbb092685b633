import type { JobOptions } from "../../../api/operations.generated.ts";

/** How the numbers of weekdays are read. */
export type CronDialect = NonNullable<JobOptions["cronDialect"]>;

const NAMES = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"] as const;

/** The two readings of an expression whose weekday is a number, both with names, which every scheduler reads alike. */
export interface WeekdayReadings {
  /** As it is read here: 0 or 7 is Sunday. */
  readonly here: string;
  /** As Quartz and XXL-JOB read it: 1 is Sunday, 7 is Saturday. */
  readonly quartz: string;
}

/**
 * Notices an expression that was probably written for Quartz or XXL-JOB: those need `?` in one of the two day fields.
 * `null` where there is no `?` or the weekday is not a number.
 */
export function quartzReadings(cron: string): WeekdayReadings | null {
  const fields = cron.trim().split(/\s+/);
  const [dayOfMonth, weekday] = [fields[3], fields[5]];
  if (dayOfMonth !== "?" || weekday === undefined || !/^[1-7](?:[-,/#][1-7])*L?$/.test(weekday)) return null;
  const read = (first: number): string =>
    fields
      .map((field, index) =>
        index === 5 ? named(weekday, (number) => NAMES[(number - first + 7) % 7] ?? "") : field,
      )
      .join(" ");
  return { here: read(0), quartz: read(1) };
}

/** The weekdays of a field as names; what follows `/` or `#` is a count. */
function named(field: string, nameOf: (weekday: number) => string): string {
  return field.replaceAll(
    /(^|[-,])(\d)/g,
    (_, before: string, digit: string) => before + nameOf(Number(digit)),
  );
}
