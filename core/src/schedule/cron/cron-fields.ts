/** The nth (1 to 5) of a weekday in its month. */
export interface NthWeekday {
  /** 0 (Sunday) to 6. */
  readonly weekday: number;
  readonly nth: number;
}

/** A day of the month that is found in each month by itself. */
export interface MonthDay {
  /** `end`: `day` counts backwards, and 0 is the last day. */
  readonly from: "start" | "end";
  readonly day: number;
  /** Monday to Friday nearest to that day, within its month. */
  readonly isWorkday: boolean;
}

/**
 * A parsed cron expression, as plain data: every list ascending and without repeats.
 *
 * A day matches by day of month OR by day of week when both are restricted, as in crontab(5).
 */
export interface CronFields {
  readonly seconds: readonly number[];
  readonly minutes: readonly number[];
  readonly hours: readonly number[];
  readonly daysOfMonth: readonly number[];
  /** `L`, `L-3`, `LW` and `15W` in the day of month, as they are written. */
  readonly monthDays: readonly MonthDay[];
  /** 1 (January) to 12. */
  readonly months: readonly number[];
  /** 0 (Sunday) to 6. */
  readonly weekdays: readonly number[];
  /** `5#2`: the second Friday. */
  readonly nthWeekdays: readonly NthWeekday[];
  /** `5L`: the last Friday. */
  readonly lastWeekdays: readonly number[];
  /** `null` for every year. */
  readonly years: readonly number[] | null;
  /** `false` where the field is `*` or `?`. */
  readonly dayOfMonthRestricted: boolean;
  /** `false` where the field is `*` or `?`. */
  readonly dayOfWeekRestricted: boolean;
  /** The hours are all 24 or written as steps only: an interval, which runs through a clock change in real time. */
  readonly interval: boolean;
}
