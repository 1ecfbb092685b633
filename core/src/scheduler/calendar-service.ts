import type {
  Calendar,
  CalendarDetail,
  CalendarFires,
  CalendarFiresRequest,
  CalendarImport,
  CalendarPreview,
} from "../model/calendar.ts";

/**
 * Calendars of days of work, by which schedules fire. They are for all apps: who reads jobs reads them, and who changes one needs `jobs:edit`
 * in every app, because the fires of all jobs that use it move. A request to change one is an object of `name`, `weekend`, `extends`, `days`,
 * `names`, `coveredFrom`, `coveredTo` and `source`; what it leaves out stays as it is.
 */
export interface CalendarService {
  /** By key. */
  list(): Promise<readonly Calendar[]>;
  /** @throws MoJobError `calendar_not_found` */
  get(key: string): Promise<CalendarDetail>;
  /**
   * Makes one more, `key` and `name` are wanted.
   * @throws MoJobError `invalid_argument` also for a key that is taken, a circle of calendars and beyond 100
   */
  create(request: unknown): Promise<Calendar>;
  /**
   * Changes one; an acknowledged change is obeyed by the next fire of each job, whichever process makes it.
   * @param revisions which revisions may be changed; `null` is any
   * @throws MoJobError `calendar_not_found`, `stale_revision`, `forbidden`, as `create`
   */
  update(key: string, request: unknown, revisions: readonly number[] | null): Promise<Calendar>;
  /** @throws MoJobError `calendar_not_found`, `calendar_in_use` by jobs or other calendars, `stale_revision` */
  remove(key: string, revisions: readonly number[] | null): Promise<Calendar>;
  /**
   * What a change would do, before it is made.
   * @throws MoJobError as `update`
   */
  preview(key: string, request: unknown): Promise<CalendarPreview>;
  /**
   * The next fires of a schedule that is not stored yet, on the days of its calendar.
   * @throws MoJobError `invalid_argument`, `invalid_cron`
   */
  fires(request: CalendarFiresRequest): Promise<CalendarFires>;
  /**
   * Takes the days of a file, or those that come with the scheduler: `{ key, name, source: "cn" }`, or `{ key, name, format: "ics" | "csv" | "json",
   * text }` of at most 1 MiB. They take the place of all days that a calendar of that key has, where `replace` says so. With `dryRun` nothing is
   * written.
   * @throws MoJobError `invalid_argument` with the line that cannot be read, as `create` and `update`
   */
  import(request: unknown): Promise<CalendarImport>;
}
