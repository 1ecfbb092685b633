import type { JobInstance } from "./job-instance.ts";

/** The part of a run a change is addressed by. */
export type InstanceRef = Pick<JobInstance, "tenant" | "id">;

/** One attempt of one run, as the worker holds it: its claim is the fence of every write. */
export interface AttemptRef extends InstanceRef {
  readonly attempt: number;
  readonly claim: string;
  readonly worker: string;
}
