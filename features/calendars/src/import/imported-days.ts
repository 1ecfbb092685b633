import type { CalendarChange } from "../calendar-request.ts";

/** The days that a file or the scheduler's own data have. */
export interface ImportedDays {
  readonly days: CalendarChange;
  /** Entries that say nothing about a whole day. */
  readonly ignored: number;
}
