import type { JobInstanceSummary } from "../../model/instance/job-instance.ts";
import type { JobState } from "../../model/instance/job-state.ts";

/** Does something because runs have ended: starts child jobs, raises alarms, sends webhooks, begins the next waiting run. */
export interface EndFollower {
  /** Names its place in the feed of ends: unique, and never changed, or it begins again at the present. */
  readonly name: string;
  /**
   * Called with every run of the tenant that ends, at least once each: soon after the end as a rule, and again some seconds
   * later when that call was lost. What it does for a run must therefore be the same when it is done twice; runs it creates
   * get `followUpId` as their id.
   *
   * A rejection is reported; the same runs come again after a pause, and no later ones before them.
   * @throws anything: these runs count as not followed
   */
  follow(runs: readonly JobInstanceSummary[], signal: AbortSignal): Promise<void>;

  /**
   * The ends that it is called with, every few seconds and from the feed alone: nothing is sent for it when a run ends, and
   * retention does not wait for it, so that a run which is kept for less than these seconds may be missed.
   * @default all, as they happen
   */
  readonly states?: readonly JobState[];

  /**
   * Whether it would do nothing for any run that ends now: then ends are neither read for it nor sent to it. Asked before
   * each pass.
   * @default never
   */
  isIdle?(): Promise<boolean>;
}
