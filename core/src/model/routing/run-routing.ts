import type { RoutingStrategy } from "../option/value/routing-options.ts";

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
} as const;
export type RefusalCode = (typeof RefusalCode)[keyof typeof RefusalCode];

export interface RefusedExecutor extends NamedExecutor {
  readonly why: RefusalCode;
}

/** How the executor of a run was chosen. */
export interface RunRouting {
  readonly strategy: RoutingStrategy;
  /** The one that was chosen; `null` where there was none to choose: any of the app may take it. */
  readonly executor: NamedExecutor | null;
  /** Those it did not go to, oldest first; of very many the latest. */
  readonly refused: readonly RefusedExecutor[];
}
