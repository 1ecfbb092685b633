/** A calendar as the planner reads it. */
export interface WorkCalendar {
  readonly key: string;
  readonly revision: number;
  /** The last day that it knows; `null` where weekdays alone decide for ever. */
  readonly knownTo: number | null;
  /** @param day whole days since 1970-01-01 */
  dayAt(day: number): CalendarDay;
}

export interface CalendarDay {
  readonly works: boolean;
  /** What the calendar calls it, such as `国庆节`; `null` for a day without a name. */
  readonly name: string | null;
  /** Whether it lies outside the days that the calendar knows, so that only its weekday was looked at. */
  readonly isEstimated: boolean;
}
