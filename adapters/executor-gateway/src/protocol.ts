import type { JobTrigger, JsonValue, RunShard } from "@mojob/core/ports";

/** Most runs that one poll asks for, and most items of any other call. */
export const MOST_ITEMS = 1000;
export const LONGEST_POLL_MS = 30_000;
/** A shorter wait would end before a run has been admitted. */
export const SHORTEST_POLL_MS = 100;

/** One attempt of a run, as an executor gets it. */
export interface LeasedRun {
  /** Fences the attempt: every call about it names this. */
  readonly lease: string;
  readonly id: string;
  readonly jobKey: string;
  readonly handler: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly args: JsonValue;
  readonly timeoutMs: number;
  /** From 1, the most urgent, to 5. */
  readonly priority: number;
  readonly shard: RunShard;
  /** Where what it has started reports its end, for a job that waits for that. */
  readonly callbackUrl: string | null;
  readonly trigger: {
    readonly type: JobTrigger["type"];
    /** The run that it follows from: its parent, the run it repeats, or the broadcast it is a part of. */
    readonly of: string | null;
    readonly nominalTime: string | null;
    readonly schedule: string | null;
    /** The trace that the run belongs to, as W3C Trace Context writes it. */
    readonly traceparent: string | null;
  };
}

/** A run that an executor went on with, and the lease it has from now on. */
export interface ResumedLease {
  readonly lease: string;
  readonly renewed: string;
}

/** How an executor ends an attempt. */
export type LeaseResult =
  | { readonly lease: string; readonly status: "succeeded"; readonly result?: JsonValue | undefined }
  | {
      readonly lease: string;
      readonly status: "failed";
      readonly message: string;
      readonly code?: string | undefined;
      readonly number?: number | undefined;
      readonly stack?: string | undefined;
      readonly retryable?: boolean | undefined;
    }
  | { readonly lease: string; readonly status: "snoozed"; readonly delayMs: number };

/** The outcome of an attempt: `refused` where the executor does not hold its lease, so that nothing was changed. */
export const LeaseOutcome = {
  Succeeded: "succeeded",
  Failed: "failed",
  Snoozed: "snoozed",
  Cancelled: "cancelled",
  Lost: "lost",
  Refused: "refused",
} as const;
export type LeaseOutcome = (typeof LeaseOutcome)[keyof typeof LeaseOutcome];

/** A run that its executor is asked to end. */
export interface LeaseAbort {
  readonly lease: string;
  readonly reason: string;
  readonly message: string;
}
