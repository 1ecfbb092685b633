/** How jobs begin that an app registers for the first time. */
export const NewJobs = {
  /** They fire from the beginning. */
  Running: "running",
  /** Recurring ones are paused until somebody resumes them; every job can be run by hand. */
  Stopped: "stopped",
} as const;
export type NewJobs = (typeof NewJobs)[keyof typeof NewJobs];
