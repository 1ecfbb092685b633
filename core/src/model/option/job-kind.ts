/** The two kinds of jobs there are (seed rows M1 to M3). */
export const JobKind = {
  /** Fires by its cron expression. */
  Recurring: "recurring",
  /** Runs when asked, with arguments, now or later. */
  Triggered: "triggered",
} as const;
export type JobKind = (typeof JobKind)[keyof typeof JobKind];
