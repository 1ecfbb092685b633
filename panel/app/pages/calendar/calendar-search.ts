import * as v from "valibot";

/** How much time the calendar shows. */
export const CALENDAR_RANGES = ["hour", "day", "week", "month", "year"] as const;
export type CalendarRange = (typeof CALENDAR_RANGES)[number];

const text = v.fallback(v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))), undefined);

/** The state of the page, kept in the URL: `at` is any instant in what is shown. */
export const calendarSearch = v.object({
  range: v.fallback(v.optional(v.picklist(CALENDAR_RANGES)), undefined),
  at: v.fallback(v.optional(v.pipe(v.string(), v.isoTimestamp("An instant is needed"))), undefined),
  app: text,
  jobKey: text,
  /** The calendar whose days off are shown. */
  daysOff: text,
});

/** What a page about one app keeps in the URL. */
export const calendarAppSearch = v.object({ app: text });

export type CalendarSearch = v.InferOutput<typeof calendarSearch>;
