/** Which days of a calendar a schedule fires on. */
export const CalendarDays = {
  Workday: "workday",
  /** Days that are no working days. */
  Offday: "offday",
} as const;
export type CalendarDays = (typeof CalendarDays)[keyof typeof CalendarDays];

export const CalendarPeriod = { Week: "week", Month: "month", Quarter: "quarter" } as const;
export type CalendarPeriod = (typeof CalendarPeriod)[keyof typeof CalendarPeriod];

/** One working day of each period: 1 is the first, -1 the last. Weeks begin on Monday. */
export interface NthWorkday {
  readonly nth: number;
  readonly of: CalendarPeriod;
}

/** What becomes of a fire on a day that the schedule does not fire on. */
export const CalendarOtherwise = {
  Skip: "skip",
  /** It fires at the same local time of the next day that is one, at most 31 days later. */
  Next: "next",
  /** As `next`, of the day before. */
  Previous: "previous",
} as const;
export type CalendarOtherwise = (typeof CalendarOtherwise)[keyof typeof CalendarOtherwise];

/** What a schedule does after the last day that its calendar knows. */
export const CalendarBeyond = {
  /** It goes by weekdays. */
  Estimate: "estimate",
  /** It fires no more until the calendar knows the day. */
  Hold: "hold",
} as const;
export type CalendarBeyond = (typeof CalendarBeyond)[keyof typeof CalendarBeyond];

/** By which days of which calendar a schedule fires; the days are those of its time zone. */
export interface ScheduleCalendar {
  /** Of a calendar of the tenant. */
  readonly key: string;
  /** @default "workday" */
  readonly on?: CalendarDays | NthWorkday;
  /** Of an expression with one time a day; an interval and the nth day take "skip" alone. @default "skip" */
  readonly otherwise?: CalendarOtherwise;
  /** When a day begins, such as "06:00": a fire before it belongs to the day before. @default "00:00" */
  readonly dayStartsAt?: string;
  /** @default "estimate" */
  readonly beyond?: CalendarBeyond;
}
