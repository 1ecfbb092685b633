import type { TimeWindow } from "./time-window.ts";

/** A time without a break in which a window is open. */
export interface Opening {
  readonly from: Date;
  /** The first instant at which it is over; `null` where no end is in sight. */
  readonly until: Date | null;
}

/** A window of a job, ready to be asked when it is open. */
export interface JobWindow {
  readonly window: TimeWindow;
  /** The opening that an instant lies in; `null` where the window is closed then. */
  at(instant: Date): Opening | null;
  /** The first opening that begins after an instant; `null` where none will come. */
  after(instant: Date): Opening | null;
  /** When the latest opening before an instant ended; `null` where there was none, or one is open. */
  endedBy(instant: Date): Date | null;
}
