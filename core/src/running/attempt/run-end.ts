import type { MoJobErrorCode } from "../../base/error.ts";

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
