import type { RefusalCode } from "../../model/run-routing.ts";
import type { Candidate } from "./candidate.ts";

/** The earlier choices of one process for a job, for strategies that depend on them. */
export interface RoutingMemory {
  /** How many runs were given away, from a number on that differs from process to process. */
  readonly turn: number;
  /** How many runs each executor was given, and its place in the order of the latest choices. */
  readonly given: ReadonlyMap<string, { readonly count: number; readonly latest: number }>;
  /** How many runs, of whichever job, each executor has besides those that its heartbeat counts; below 0 where some of those have ended. */
  readonly sent: ReadonlyMap<string, number>;
}

/** Nothing was chosen before. */
export const NO_MEMORY: RoutingMemory = { turn: 0, given: new Map(), sent: new Map() };

/** The input of a choice. */
export interface RoutingQuestion {
  /** Chance is derived from it, so that every process chooses alike. */
  readonly runId: string;
  readonly jobKey: string;
  /** The value from the arguments that keeps runs together. */
  readonly value: string;
  /** The executors that can run it, in the order all processes see them in. */
  readonly candidates: readonly [Candidate, ...Candidate[]];
  readonly memory: RoutingMemory;
}

export interface Choice {
  /** `null` where none of them is to get it alone: the first that has room takes it. */
  readonly chosen: Candidate | null;
  /** The candidates that came before it and were passed over. */
  readonly passedOver: readonly { readonly candidate: Candidate; readonly why: RefusalCode }[];
}

/** Chooses the executor of a run; it is pure. */
export type Strategy = (question: RoutingQuestion) => Choice;

/** The choice of one, with nobody passed over. */
export function choose(chosen: Candidate): Choice {
  return { chosen, passedOver: [] };
}
