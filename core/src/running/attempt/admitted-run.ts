import type { JobContext } from "../../job/job-context.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { IMoWorkRunner } from "../../ports/work-runner.ts";
import type { AttemptSoFar } from "./attempt-parts.ts";

/** An admitted run with what runs it. */
export interface AdmittedRun {
  readonly instance: JobInstance;
  readonly attempt: AttemptRef;
  readonly definition: JobDefinition;
  readonly runner: IMoWorkRunner<JobContext>;
  /** @default its attempt begins here */
  readonly soFar?: AttemptSoFar;
}

/** The slot of a run that has ended. */
export interface SlotEnd {
  /** The run that has begun in it, and has its place on the worker. */
  readonly begun: AdmittedRun | null;
  /** Whether runs may wait for it. */
  readonly othersWait: boolean;
}

/** Nobody has looked yet who waits for it. */
export const SLOT_FREE: SlotEnd = { begun: null, othersWait: true };

/** Nobody waits for it. */
export const NOBODY_WAITS: SlotEnd = { begun: null, othersWait: false };
