/** A fire that is to come. */
export interface UpcomingFire {
  readonly at: Date;
  /** The name of its schedule; `null` for the job's own `cron`. */
  readonly schedule: string | null;
  /** The zone in which its schedule names times; `null` of an interval, which names none. */
  readonly timeZone: string | null;
  /** The time that its schedule names, where a calendar has moved it; else `null`. */
  readonly movedFrom: Date | null;
  /** Whether its calendar does not know the day, so that it may turn out to be another one. */
  readonly isEstimated: boolean;
}
