/** How the numbers of weekdays in a cron expression are read. */
export const CronDialect = {
  /** As crontab(5): 0 is Sunday, 6 is Saturday, 7 is Sunday again. */
  Standard: "standard",
  /** As Quartz and XXL-JOB: 1 is Sunday, 7 is Saturday. */
  Quartz: "quartz",
} as const;
export type CronDialect = (typeof CronDialect)[keyof typeof CronDialect];
