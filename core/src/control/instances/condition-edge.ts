/** A run whose end was judged by the condition of a child. */
export interface Check {
  readonly run: string;
  /** When the run ended. */
  readonly atMs: number;
  readonly holds: boolean;
}

/** A check with what it started. */
export interface NotedCheck extends Check {
  /** The child is started because of this one: not yet, or done. @default it starts none */
  readonly start?: "owed" | "made";
}

/** Checks in the order of their runs' ends: the latest, as far as another one may still come in between. */
export type ConditionEdge = readonly NotedCheck[];

/** Before its first check a condition did not hold. */
export const FIRST_EDGE: ConditionEdge = [{ run: "", atMs: 0, holds: false }];

/** An end that an event did not bring is followed within this time, and later ones may be before it. */
const KEPT_MS = 120_000;
const MOST_KEPT = 200;

/**
 * Takes a check in. Checks that hold one after the other are one edge and start the child once, in whatever order they come and
 * however often: where one comes late that did not hold, what stood for one edge becomes two, and the one without a start gets it.
 */
export function noteCheck(edge: ConditionEdge, check: Check): ConditionEdge {
  const at = edge.findIndex((other) => isBefore(check, other));
  const place = at === -1 ? edge.length : at;
  const before = edge[place - 1];
  // Older than all that is kept: it was judged by then, or nobody can say any more what was before it.
  if (before === undefined || edge.some(({ run }) => run === check.run)) return edge;
  let next: ConditionEdge = [...edge.slice(0, place), check, ...edge.slice(place)];
  for (const near of [place - 1, place, place + 1])
    if (next[near]?.holds === true) next = started(next, near, "owed");
  return trimmed(next);
}

/** The runs because of which the child is to be started and was not yet. */
export function owedStarts(edge: ConditionEdge): readonly string[] {
  return edge.flatMap(({ run, start }) => (start === "owed" ? [run] : []));
}

/** Notes that the child was started because of these runs. */
export function noteStarts(edge: ConditionEdge, runs: readonly string[]): ConditionEdge {
  return edge.map((check) => (runs.includes(check.run) ? { ...check, start: "made" } : check));
}

/** The first of the checks that hold around this place starts the child, unless one of them has. */
function started(edge: ConditionEdge, place: number, start: "owed" | "made"): ConditionEdge {
  const from = edge.findLastIndex(({ holds }, index) => index < place && !holds) + 1;
  const end = edge.findIndex(({ holds }, index) => index > place && !holds);
  const isStarted = edge
    .slice(from, end === -1 ? edge.length : end)
    .some((check) => check.start !== undefined);
  return isStarted ? edge : edge.map((check, index) => (index === from ? { ...check, start } : check));
}

/** Drops checks that are too old for others to come before them; checks whose start is owed stay. */
function trimmed(edge: ConditionEdge): ConditionEdge {
  const newest = edge.at(-1)?.atMs ?? 0;
  const firstOwed = edge.findIndex(({ start }) => start === "owed");
  const lastOld = edge.findLastIndex(({ atMs }) => atMs < newest - KEPT_MS);
  const surplus = Math.max(0, lastOld, edge.length - MOST_KEPT);
  const from = firstOwed === -1 ? surplus : Math.min(surplus, firstOwed);
  if (from === 0) return edge;
  const kept = edge.slice(from);
  // The checks before the one that started it may be dropped.
  return kept[0]?.holds === true ? started(kept, 0, "made") : kept;
}

function isBefore(left: Check, right: Check): boolean {
  return left.atMs === right.atMs ? left.run < right.run : left.atMs < right.atMs;
}
