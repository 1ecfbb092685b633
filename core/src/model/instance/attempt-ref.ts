import type { InstanceChange } from "./instance-change.ts";
import type { JobInstance } from "./job-instance.ts";
import { JobState } from "./job-state.ts";

/** The part of a run a change is addressed by. */
export type InstanceRef = Pick<JobInstance, "tenant" | "id">;

/** One attempt of one run, as the worker holds it: its claim is the fence of every write. */
export interface AttemptRef extends InstanceRef {
  readonly attempt: number;
  readonly claim: string;
  readonly worker: string;
}

/** An attempt under way becomes this worker's, with a new claim in place of the one before. It goes on, so that its history has nothing new. */
export function takeOverAttempt(
  { tenant, id, attempt, claim, worker }: AttemptRef,
  before: string,
  at: Date,
): InstanceChange {
  const when = { states: [JobState.Processing], attempt, claim: before };
  return { tenant, id, at, when, set: { attempt, claim, worker }, append: [] };
}
