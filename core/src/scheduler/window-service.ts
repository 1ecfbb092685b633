import type { TimeWindow, WindowEffect } from "../model/window/time-window.ts";

/**
 * Times in which jobs do not fire: exclusion windows, which keep their schedules from firing, and release windows, which hold every run of
 * them but those by hand. A window changes no job, so that at its end everything is as it was. A request is `{ name, apps, jobs, tags, from,
 * until, repeats, holds, fires, silences, reason }`; times are ISO 8601.
 */
export interface WindowService {
  /** Those that are not over, by when they open first; and those that were over at most 30 days ago, where they are asked for. */
  list(query?: WindowQuery): Promise<readonly TimeWindow[]>;
  /** @throws MoJobError `window_not_found` */
  get(id: string): Promise<TimeWindow>;
  /**
   * Says what a window would do, and makes none.
   * @throws MoJobError `invalid_argument`, `forbidden`
   */
  preview(request: unknown): Promise<WindowEffect>;
  /**
   * Makes one; a time that it opens at is obeyed by every control plane from then on.
   * @throws MoJobError as `preview`, and beyond 200 that are not over
   */
  create(request: unknown): Promise<TimeWindow>;
  /**
   * Renames one, or changes why it is there, when it closes for good and whether it silences: `{ name, reason, until, silences }`.
   * @param revisions which revisions may be changed; `null` is any
   * @throws MoJobError `window_not_found`, `window_over`, `stale_revision`, `invalid_argument`, `forbidden`
   */
  change(id: string, request: unknown, revisions: readonly number[] | null): Promise<TimeWindow>;
  /**
   * Ends one now, and removes one that has not opened yet.
   * @throws MoJobError as `change`
   */
  end(id: string, revisions: readonly number[] | null): Promise<TimeWindow>;
}

export interface WindowQuery {
  /** Those that touch an app. */
  readonly app?: string;
  /** Those that are open after this instant. @default now */
  readonly after?: Date;
}
