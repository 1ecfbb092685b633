/** Where a run stands. The edges between the states are `TRANSITIONS`; `docs/state-machine.md` draws them. */
export const JobState = {
  /** Created with a delay, or snoozed by its job; waits for its time. */
  Scheduled: "Scheduled",
  /** Ready; waits for a worker. */
  Enqueued: "Enqueued",
  /** Runs on a worker and holds a concurrency slot. */
  Processing: "Processing",
  /** Its last attempt failed; a retry is due, or it is about to be terminated. */
  Failed: "Failed",
  Succeeded: "Succeeded",
  /** Failed for good: its retries are used up. */
  Terminated: "Terminated",
  Cancelled: "Cancelled",
  /** Did not run, and its reason says why: the job was full, a fire was missed, debug mode. */
  Skipped: "Skipped",
} as const;
export type JobState = (typeof JobState)[keyof typeof JobState];

/** Every edge of the state machine; nothing in this project moves a run along any other. */
export const TRANSITIONS: Readonly<Record<JobState, readonly JobState[]>> = {
  Scheduled: ["Enqueued", "Cancelled"],
  Enqueued: ["Processing", "Skipped", "Cancelled"],
  Processing: ["Succeeded", "Failed", "Cancelled", "Scheduled", "Skipped"],
  Failed: ["Processing", "Terminated", "Cancelled"],
  Succeeded: [],
  Terminated: [],
  Cancelled: [],
  Skipped: [],
};

/** The states a run can be created in. */
export const INITIAL_STATES: readonly JobState[] = ["Scheduled", "Enqueued"];

/** A run waits until its first attempt begins; one whose retry is due has begun. */
export const WAITING_STATES: readonly JobState[] = INITIAL_STATES;

export const JOB_STATES: readonly JobState[] = Object.values(JobState);
export const TERMINAL_STATES: readonly JobState[] = JOB_STATES.filter(
  (state) => TRANSITIONS[state].length === 0,
);
export const OPEN_STATES: readonly JobState[] = JOB_STATES.filter((state) => TRANSITIONS[state].length > 0);

/**
 * Whether a run in this state has ended.
 * @example
 * ```ts
 * import { isTerminal, JobState } from "@mojob/core";
 *
 * isTerminal(JobState.Succeeded); // true
 * isTerminal(JobState.Failed); // false: a retry may follow
 * ```
 */
export function isTerminal(state: JobState): boolean {
  return TRANSITIONS[state].length === 0;
}

/** Whether one edge exists; `from` is `null` for a run that is being created. */
export function isTransition(from: JobState | null, to: JobState): boolean {
  return (from === null ? INITIAL_STATES : TRANSITIONS[from]).includes(to);
}
