import type { OldFires } from "../old/old-fires.ts";

/** The fires on the new side: those of the planner's own schedule, bounded by start and end. */
export interface NewFires {
  /** The first after an instant; `null` where there is none. */
  next(afterMs: number): number | null;
  /** How many there are in [fromMs, toMs). */
  count(fromMs: number, toMs: number): number;
}

export interface CompareOptions {
  readonly fromMs: number;
  readonly toMs: number;
  /** Fires of either side that are compared one by one; what comes after them is counted day by day. */
  readonly mostFires: number;
  /** Differences that are listed; the others are counted. */
  readonly mostListed: number;
  /** Stretches that are compared one by one however many fires came before: the days of clock changes. */
  readonly closely: readonly { readonly fromMs: number; readonly toMs: number }[];
}

/** A fire that one side has and the other has not. */
export interface FireDifference {
  readonly at: Date;
  /** "old": it fired there and does not fire here. */
  readonly only: "old" | "new";
}

/** The fires of a job before and after its import. */
export interface FireProof extends ComparedFires {
  /** The scheduler that the rules of the old fires are held to, with its version; `null` where they are what the reader made of the source. */
  readonly oracle: string | null;
}

export interface ComparedFires {
  readonly from: Date;
  readonly to: Date;
  readonly oldCount: number;
  readonly newCount: number;
  /** How many fires only one side has; days that are only counted add the difference of their counts. */
  readonly differing: number;
  readonly differences: readonly FireDifference[];
  /** Until when every fire was compared; later only the days of clock changes were, and the others by their number of fires. */
  readonly comparedUntil: Date;
}

const DAY_MS = 86_400_000;

/** Compares without keeping the fires: memory does not grow with their number, and time is bounded by `mostFires`. */
export function* compareFires(
  old: OldFires,
  fresh: NewFires,
  options: CompareOptions,
): Generator<void, ComparedFires> {
  const { fromMs, toMs, mostFires, closely } = options;
  const differences = new Differences(options.mostListed);
  let left = mostFires;
  let at = fromMs;
  while (at < toMs) {
    const end = Math.min(toMs, at + DAY_MS);
    const fires = Math.max(old.count(at, end), fresh.count(at, end));
    // A day is compared as a whole or counted as a whole.
    if (fires > left) break;
    yield* compareStretch(old, fresh, at, end, differences);
    left -= fires;
    at = end;
    yield;
  }
  const comparedUntil = at;
  for (; at < toMs; at = Math.min(toMs, at + DAY_MS)) {
    const end = Math.min(toMs, at + DAY_MS);
    if (closely.some((near) => near.fromMs < end && near.toMs > at))
      yield* compareStretch(old, fresh, at, end, differences);
    else differences.add(Math.abs(old.count(at, end) - fresh.count(at, end)));
    yield;
  }
  return {
    from: new Date(fromMs),
    to: new Date(toMs),
    oldCount: old.count(fromMs, toMs),
    newCount: fresh.count(fromMs, toMs),
    differing: differences.count,
    differences: differences.listed,
    comparedUntil: new Date(comparedUntil),
  };
}

class Differences {
  readonly listed: FireDifference[] = [];
  readonly #most: number;
  count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(count: number): void {
    this.count += count;
  }

  note(atMs: number, only: FireDifference["only"]): void {
    this.count += 1;
    if (this.listed.length < this.#most) this.listed.push({ at: new Date(atMs), only });
  }
}

/** How many fires are compared before others get a turn. */
const TURN = 5000;

function* compareStretch(
  old: OldFires,
  fresh: NewFires,
  fromMs: number,
  toMs: number,
  differences: Differences,
): Generator<void> {
  let turn = 0;
  const within = (at: number | null): number => (at !== null && at < toMs ? at : Infinity);
  let next = within(fresh.next(fromMs - 1));
  for (const at of old.between(fromMs, toMs)) {
    for (; next < at; next = within(fresh.next(next))) differences.note(next, "new");
    if (next === at) next = within(fresh.next(next));
    else differences.note(at, "old");
    turn += 1;
    if (turn % TURN === 0) yield;
  }
  for (; next < Infinity; next = within(fresh.next(next))) {
    differences.note(next, "new");
    turn += 1;
    if (turn % TURN === 0) yield;
  }
}
