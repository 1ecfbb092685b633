import type { SavedView, ViewPage } from "../model/saved-view.ts";

/**
 * Filters of lists under names: one's own, and those that are shared with everybody who sees their apps. Who shares one, or changes one that
 * somebody else shares, may edit jobs in its app, or in every app where it is for all.
 */
export interface ViewService {
  /** One's own and the shared ones, by name. */
  list(page?: ViewPage): Promise<readonly SavedView[]>;
  /**
   * Saves one more. Its app is the one that its filter names, or the app of the job that it names.
   * @param request `name`, `page`, `filter`, and `isShared`, which is false where it is left out
   * @throws MoJobError `invalid_argument` also for a filter that its page does not have, and beyond 100 of one owner or 200 shared ones; `forbidden`
   */
  create(request: unknown): Promise<SavedView>;
  /**
   * Replaces all that a request says; its owner stays.
   * @param revisions which revisions may be replaced; `null` is any
   * @throws MoJobError `view_not_found`, `stale_revision`, as `create`
   */
  replace(id: string, request: unknown, revisions: readonly number[] | null): Promise<SavedView>;
  /**
   * Removes one; who owns it needs no right to share for that.
   * @throws MoJobError `view_not_found`, `stale_revision`, `forbidden`
   */
  remove(id: string, revisions: readonly number[] | null): Promise<SavedView>;
}
