import type { Unique, WaitingFires, WhenFull } from "@mojob/core/engine";
import type { MishapLimits } from "./mishaps.ts";
import { WORKERS } from "./processes.ts";

/** Whose turns a run takes, and how many for one of the others. */
export interface Share {
  readonly key: string;
  readonly weight: number;
}

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
  /** The runs are triggered by the API, and not by the schedule. @default false */
  readonly isTriggered?: boolean;
  /** @default 2 */
  readonly workers?: number;
  /** One call creates all runs, and requests arrive in their order. @default false */
  readonly isOrdered?: boolean;
  /** Runs that may wait; `null` is any number. @default null */
  readonly maxWaiting?: number | null;
  /** Whether what waits for `WAIT_MS` is ended. @default false */
  readonly endsWaits?: boolean;
  /** Whether fires that no worker began within `GRACE_MS` are skipped. @default false */
  readonly misfires?: boolean;
  /** Whose turns each run takes, by their order; none is no fairness. @default [] */
  readonly shares?: readonly Share[];
  /** Whether triggers are debounced. @default false */
  readonly debounces?: boolean;
  /** What a pause does with the fires that wait. @default "hold" */
  readonly pauseTo?: WaitingFires;
  /** Whether the workers are registered as executors. @default false */
  readonly hasExecutors?: boolean;
  /** Whether each run becomes one for each executor. @default false */
  readonly broadcasts?: boolean;
  /** Whether an end that is a success starts a child job. @default false */
  readonly hasChild?: boolean;
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
    raises: 0,
    pauses: 0,
    lostAnswers: 0,
    repeats: 0,
    lapses: 0,
    looks: 0,
    follows: 0,
    fires: 2,
    retryCount: 1,
    maxConcurrency: 1,
    lanes: 1,
    whenFull: "skip",
    firesOnce: false,
    unique: "off",
    rate: null,
    splitsWaits: false,
    isTriggered: false,
    isOrdered: false,
    workers: WORKERS.length,
    maxWaiting: null,
    endsWaits: false,
    misfires: false,
    shares: [],
    debounces: false,
    pauseTo: "hold",
    hasExecutors: false,
    broadcasts: false,
    hasChild: false,
    isSymmetric: false,
    taken: new Map<string, number>(),
    ...options,
  };
}
