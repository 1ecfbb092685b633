import type { Backfill, BackfillPreview, BackfillState } from "../model/backfill.ts";

export interface BackfillQuery {
  readonly app?: string;
  readonly jobKey?: string;
  readonly states?: readonly BackfillState[];
}

/**
 * Makes up for fires of a range of time: each nominal time gets one run, with the id that its fire has or would have had, however many
 * backfills and control planes are at work. A request is `{ jobKey | app, from, to, only, order, atOnce, perMinute, priority, args,
 * beyondKept, note }`; times are ISO 8601.
 */
export interface BackfillService {
  /**
   * Counts and creates nothing.
   * @throws MoJobError `invalid_argument` also for a range with more than 10,000 fires, and for a job without times; `job_not_found`
   */
  preview(request: unknown): Promise<BackfillPreview>;
  /**
   * Begins one; its runs are created in the background.
   * @throws MoJobError as `preview`, and beyond 200 that have not ended
   */
  create(request: unknown): Promise<Backfill>;
  /** The newest first, at most 200. */
  list(query?: BackfillQuery): Promise<readonly Backfill[]>;
  /** @throws MoJobError `backfill_not_found` */
  get(id: string): Promise<Backfill>;
  /**
   * Pauses, resumes or cancels one, or changes how fast it goes: `{ state, atOnce, perMinute, cancelRuns }`. Its open runs stay as they are,
   * unless it is cancelled with `cancelRuns`.
   * @throws MoJobError `backfill_not_found`, `backfill_ended`, `invalid_argument`, `forbidden`
   */
  change(id: string, request: unknown): Promise<Backfill>;
}
