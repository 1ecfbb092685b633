import type { RequestedRuns } from "../model/execution-request.ts";
import type { MoEvent } from "./event-bus.ts";

/**
 * The event with which the scheduler asks workers to execute runs (seed row M17), on the `executionTopic` of their destination.
 *
 * It is delivered at least once: only one admission of an attempt can win, so delivering twice is harmless.
 */
export interface JobExecutionRequested extends MoEvent {
  /** The id of the dispatch, which its runs note; retries may be asked for under the same id. */
  readonly id: string;
  readonly type: "JobExecutionRequested";
  readonly payload: RequestedRuns;
}
