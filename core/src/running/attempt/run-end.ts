import type { MoJobErrorCode } from "../../base/error.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import type { JobFailure } from "../../model/instance/job-instance.ts";
import type { SlotEnd } from "./admitted-run.ts";
import type { AttemptOutcome } from "./run-hooks.ts";

/** Why a run is asked to end. */
export type AbortCode =
  | typeof MoJobErrorCode.Timeout
  | typeof MoJobErrorCode.Cancelled
  | typeof MoJobErrorCode.WorkerShutdown;

/** How its code came to its end. */
export type CodeEnd =
  | { readonly type: "returned"; readonly value: unknown }
  | { readonly type: "threw"; readonly error: unknown };

/** How an attempt came to its end, as far as its run is concerned. */
export type RunEnd =
  | CodeEnd
  /**
   * It was asked to end and was not waited for past the grace; whatever its code does later does not count. `isStopped`:
   * the code is ended by force. `keepsSlot`: the code goes on in the slot.
   */
  | { readonly type: "abandoned"; readonly isStopped: boolean; readonly keepsSlot: boolean };

/** How an attempt ended, and the attempt that has begun in its place when the job is retried at once. */
export interface SettledAttempt {
  readonly outcome: AttemptOutcome;
  readonly next: AttemptRef | null;
  /** When it failed: what its job threw, as it was kept. */
  readonly failure: JobFailure | null;
  /** When it failed: the very value its job threw. */
  readonly error: unknown;
  /** When it failed and is retried: from when on. */
  readonly retryAt: Date | null;
  /** The state of its slot, where it ended its run. */
  readonly slot: SlotEnd;
  /** Whether its code goes on, and holds its slot. */
  readonly keepsSlot: boolean;
}
