import type { RoutingStrategy } from "./option/value/routing-options.ts";

/** An executor as the record of a run names it; it may have left since. */
export interface NamedExecutor {
  readonly id: string;
  /** Its name, else its address, else its machine and process, else its id. */
  readonly name: string;
  /** The URL at which it was called. @default it took runs by itself */
  readonly address?: string;
}

/** Why an executor did not get a run. */
export const RefusalCode = {
  /** It had no room, or was not idle where it has no limit. */
  Busy: "busy",
  /** Its latest heartbeat was overdue. */
  Silent: "silent",
  /** The run was sent to it, and it left or died before it began the run. */
  Gone: "gone",
  /** It has not, or not any more, the version or the labels that the job's option `executors` asks for. */
  Rule: "rule",
  /** The run was to be sent to it, and no connection to it could be made. */
  Unreachable: "unreachable",
} as const;
export type RefusalCode = (typeof RefusalCode)[keyof typeof RefusalCode];

export interface RefusedExecutor extends NamedExecutor {
  readonly why: RefusalCode;
}

/** Which part of a broadcast a run is. */
export interface RunShard {
  /** From 0. */
  readonly index: number;
  readonly total: number;
}

/** The terminal states of a run, as the record of a broadcast notes them of its shards. */
export type ShardEnd = "Succeeded" | "Terminated" | "Cancelled" | "Skipped";

/** A run that is not part of a broadcast. */
export const WHOLE_RUN: RunShard = { index: 0, total: 1 };

/** A part of a broadcast, as the record of the broadcast names it. */
export interface ShardOfBroadcast extends NamedExecutor {
  /** How it ended. @default it has not ended, or nobody has noted it yet */
  readonly ended?: ShardEnd;
}

/** How the executor of a run was chosen. */
export interface RunRouting {
  readonly strategy: RoutingStrategy;
  /** The one that was chosen; `null` where there was none to choose: any of the app may take it. */
  readonly executor: NamedExecutor | null;
  /** The executors it did not go to, oldest first; of very many the latest. */
  readonly refused: readonly RefusedExecutor[];
  /** Which part of a broadcast it is. @default it is a whole run */
  readonly shard?: RunShard;
  /** The shards of a broadcast that has begun, by their index, each with the executor that was to get it. @default it is none */
  readonly shards?: readonly ShardOfBroadcast[];
}
