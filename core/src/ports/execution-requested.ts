import type { Destination } from "../model/destination.ts";
import type { MoEvent } from "./event-bus.ts";

/** Asks for one attempt of one run. */
// A type and not an interface: it is JSON, which an interface could be extended out of.
export type ExecutionRequest = {
  readonly instanceId: string;
  readonly jobKey: string;
  /** The run's lane. */
  readonly lane: string;
  /** The attempt to begin, from 1. */
  readonly attempt: number;
  /** Which retry the attempt is; 0 for the first attempt, and for one that ends a snooze. @default attempt − 1 */
  readonly retry?: number;
  /** 1 (first) to 5 (last). */
  readonly priority: number;
  /** When it is due, ISO 8601; `null` is at once. */
  readonly dueAt: string | null;
};

/** Runs with one destination that are delivered together. */
export type RequestedRuns = {
  readonly destination: Destination;
  readonly requests: readonly ExecutionRequest[];
};

/**
 * What the scheduler publishes so that workers execute runs (seed row M17), on the `executionTopic` of their destination.
 *
 * It is delivered at least once: only one admission of an attempt can win, so delivering twice is harmless.
 */
export interface JobExecutionRequested extends MoEvent {
  /** That of the dispatch, which its runs note; retries may be asked for under the same id. */
  readonly id: string;
  readonly type: "JobExecutionRequested";
  readonly payload: RequestedRuns;
}
