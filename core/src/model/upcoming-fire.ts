/** A fire that is to come. */
export interface UpcomingFire {
  readonly at: Date;
  /** The name of its schedule; `null` for the job's own `cron`. */
  readonly schedule: string | null;
}
