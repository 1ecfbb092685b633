import type { Destination } from "./destination.ts";

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
  /** The most retries of the run, where that is not for its job to say. @default as its job says */
  readonly retryCount?: number;
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
