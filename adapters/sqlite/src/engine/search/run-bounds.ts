import type { RunPosition, RunQuery } from "../../rows/run-query.ts";

/** The order of a list, by createdAt and then id. */
export type Direction = "newest" | "oldest";

/** Both ends exclusive. */
export interface Bounds {
  readonly low: RunPosition;
  readonly high: RunPosition;
}

/** After every id there is. */
export const LAST_ID = "\u{10ffff}";
const LAST_MS = 8.64e15;

/** The part of the order of lists that a query leaves, behind a position. */
export function boundsOf(
  { fromMs, toMs }: RunQuery,
  after: RunPosition | null,
  direction: Direction,
): Bounds {
  // No id is empty: a position with one is before all runs of its time.
  const from = { at: fromMs ?? -LAST_MS, id: "" };
  const to = { at: toMs ?? LAST_MS, id: "" };
  if (after === null) return { low: from, high: to };
  return direction === "newest"
    ? { low: from, high: comparePositions(after, to) < 0 ? after : to }
    : { low: comparePositions(after, from) > 0 ? after : from, high: to };
}

/** The bounds without runs behind all runs of a time. */
export function upTo(lastMs: number, { low, high }: Bounds, direction: Direction): Bounds {
  const edge: RunPosition = direction === "newest" ? { at: lastMs, id: "" } : { at: lastMs, id: LAST_ID };
  return direction === "newest"
    ? { low: comparePositions(edge, low) > 0 ? edge : low, high }
    : { low, high: comparePositions(edge, high) < 0 ? edge : high };
}

export function comparePositions(a: RunPosition, b: RunPosition): number {
  if (a.at !== b.at) return a.at - b.at;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}

/** The first of these in the direction's order. */
export function firstOf<Position extends RunPosition>(
  found: readonly Position[],
  limit: number,
  direction: Direction,
): Position[] {
  const sign = direction === "newest" ? -1 : 1;
  return found.toSorted((a, b) => sign * comparePositions(a, b)).slice(0, limit);
}
