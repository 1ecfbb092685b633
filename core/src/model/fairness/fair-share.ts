import type { JsonValue } from "../../base/json.ts";
import { keyOfArgs } from "../option/value/concurrency-key.ts";
import type { FairnessOptions } from "../option/fairness-options.ts";

/** Whose turns a run takes among those that wait for the same slots. */
export interface FairShare {
  /** The text of the job's `fairness.by`. */
  readonly key: string;
  /** Turns for each one of a key with weight 1: 0.001 to 1000. */
  readonly weight: number;
}

/** The bounds of weights, as Temporal has them. */
const LEAST_WEIGHT = 0.001;
const MOST_WEIGHT = 1000;

/** Whose turns a run with these arguments takes, and how many for one of the others; `null` where the job has no fairness. */
export function fairShareOf({ by, weight }: FairnessOptions, args: JsonValue): FairShare | null {
  return by === "" ? null : { key: keyOfArgs(by, args), weight: weightOf(weight, args) };
}

/** A weight that is no positive number counts as one. */
function weightOf(expression: string, args: JsonValue): number {
  const weight = expression === "" ? 1 : Number(keyOfArgs(expression, args));
  return weight > 0 ? Math.min(MOST_WEIGHT, Math.max(LEAST_WEIGHT, weight)) : 1;
}

/** The runs that wait in a lane with the priority of a run that joins; `null` where there are none. */
export interface TurnsWaiting {
  /** The turn of the first one, whatever its key. */
  readonly first: { readonly turn: number; readonly weight: number } | null;
  /** The largest of the run's own key. */
  readonly last: number | null;
}

/**
 * The turn of a run that joins those that wait. Each run of a key is a step of 1/weight behind the one before it, so that no
 * key gets more turns than its weight while others wait. The first run of a key is beside the one that is first: behind it by
 * what its own step is longer, and never before it, so that nothing that waits is passed over without end.
 */
export function turnAfter({ weight }: FairShare, { first, last }: TurnsWaiting): number {
  const step = 1 / weight;
  const beside = first === null ? step : first.turn + Math.max(0, step - 1 / first.weight);
  return last === null ? beside : Math.max(beside, last + step);
}
