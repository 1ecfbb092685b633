import type { JsonValue } from "@mojob/core";
import type { FileValue, RunShard } from "@mojob/core/ports";

// The requests and responses of the executor protocol (docs/executors.md).

/** One attempt of a run. */
export interface LeasedRun {
  readonly lease: string;
  readonly id: string;
  readonly jobKey: string;
  readonly handler: string;
  readonly attempt: number;
  readonly args: JsonValue;
  readonly shard: RunShard;
  /** A scheduler of an earlier version does not send it. */
  readonly callbackUrl?: string | null;
  readonly trigger: {
    readonly type: string;
    readonly of?: string | null;
    readonly nominalTime: string | null;
    readonly schedule: string | null;
    readonly traceparent?: string | null;
  };
}

export interface Registered {
  readonly executor: string;
  readonly heartbeatMs: number;
  readonly resumed: readonly { readonly lease: string; readonly renewed: string }[];
}

export interface Polled {
  readonly batch: number;
  readonly draining: boolean;
  readonly runs: readonly LeasedRun[];
}

export interface HeartbeatResponse {
  readonly draining: boolean;
  readonly abort: readonly { readonly lease: string; readonly reason: string; readonly message: string }[];
  readonly lost: readonly string[];
}

/** How an attempt ended; its lease is added when it is sent. */
export type AttemptResult =
  | { readonly status: "succeeded"; readonly result: unknown }
  | {
      readonly status: "failed";
      readonly message: string;
      readonly code?: string;
      readonly number?: number;
      readonly stack?: string;
      readonly retryable: boolean;
    }
  | { readonly status: "snoozed"; readonly delayMs: number };

/** The calls of the protocol, and what each returns. */
export interface ExecutorCalls {
  readonly register: Registered;
  readonly poll: Polled;
  readonly heartbeat: HeartbeatResponse;
  readonly log: { readonly lost: readonly string[] };
  readonly progress: { readonly lost: readonly string[] };
  readonly settle: { readonly results: readonly { readonly lease: string; readonly outcome: string }[] };
  readonly upload: { readonly received: number; readonly file: FileValue | null };
  readonly drain: { readonly running: number };
  readonly leave: { readonly running: number };
}
