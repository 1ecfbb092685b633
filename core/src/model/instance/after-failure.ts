import type { Reason } from "../reason.ts";

/** The step after a failed attempt. */
export type AfterFailure =
  | { readonly next: "terminate"; readonly reason: Reason }
  /** Begins the next attempt in the same write and keeps the slot. */
  | {
      readonly next: "retryNow";
      readonly claim: string;
      readonly retryCount: number;
      /** Which retry follows, from 1. */
      readonly retry: number;
    }
  /** Gives the slot back and waits. */
  | {
      readonly next: "retryLater";
      readonly retry: number;
      readonly retryAt: Date;
      readonly retryCount: number;
      readonly dispatchId: string;
    };
