import type { JobState } from "@mojob/core";

/** Codes from here on are of terminal states; the partial indexes of the schema name this number. */
export const FIRST_TERMINAL_CODE = 100;

/** How a state is stored. A code is never given to another state: files of earlier versions keep it. */
export const STATE_CODES: Readonly<Record<JobState, number>> = {
  Scheduled: 1,
  Enqueued: 2,
  Processing: 3,
  Failed: 4,
  Succeeded: 100,
  Terminated: 101,
  Cancelled: 102,
  Skipped: 103,
};

export const PROCESSING: number = STATE_CODES.Processing;

const STATES: ReadonlyMap<number, JobState> = new Map(
  Object.entries(STATE_CODES).map(([state, code]) => [code, state as JobState]),
);

/** @throws RangeError for a code no version of this package has written */
export function stateOf(code: number): JobState {
  const state = STATES.get(code);
  if (state === undefined) throw new RangeError(`Cannot read state ${code}: it is unknown to this version`);
  return state;
}

export function isTerminalCode(code: number): boolean {
  return code >= FIRST_TERMINAL_CODE;
}
