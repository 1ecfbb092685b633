import type { Unique, WhenFull } from "@mojob/core/engine";
import type { MishapLimits } from "./mishaps.ts";

export interface WorldOptions extends MishapLimits {
  /** @default 2 */
  readonly fires?: number;
  /** @default 1 */
  readonly retryCount?: number;
  /** @default 1 */
  readonly maxConcurrency?: number;
  /** The fires go into as many lanes of the job in turn; each has a limit of its own. @default 1 */
  readonly lanes?: number;
  /** @default "skip" */
  readonly whenFull?: WhenFull;
  /** Of the two planes the second fires nothing. @default false */
  readonly firesOnce?: boolean;
  /** @default "off" */
  readonly unique?: Unique;
  /** Attempts that may begin within a second; `null` is any number. @default null */
  readonly rate?: number | null;
  /** The store finds a lane full in one write and makes the run wait in another, as MongoDB does. @default false */
  readonly splitsWaits?: boolean;
  /** Leaves out what differs from another way by the names of the workers alone. @default false */
  readonly isSymmetric?: boolean;
  /** Shared by all worlds of an exploration: how often each kind of step was taken. */
  readonly taken?: Map<string, number>;
}

export type ResolvedWorldOptions = Required<WorldOptions>;

export function resolveWorldOptions(options: WorldOptions): ResolvedWorldOptions {
  return {
    crashes: 0,
    mistakenLosses: 0,
    cancels: 0,
    timeouts: 0,
    snoozes: 0,
    edits: 0,
    pauses: 0,
    lostAnswers: 0,
    repeats: 0,
    fires: 2,
    retryCount: 1,
    maxConcurrency: 1,
    lanes: 1,
    whenFull: "skip",
    firesOnce: false,
    unique: "off",
    rate: null,
    splitsWaits: false,
    isSymmetric: false,
    taken: new Map<string, number>(),
    ...options,
  };
}
