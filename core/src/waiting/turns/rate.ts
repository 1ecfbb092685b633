import { type RateLimitOptions, RateSpread } from "../../model/option/value/rate-limit.ts";

/** At most so many begin within any stretch of time that is so long. */
export interface Rate {
  readonly max: number;
  readonly perMs: number;
}

/** How many began when, oldest first; instants by the clock of the store. */
export type Begins = readonly (readonly [atMs: number, count: number])[];

export interface Grant {
  /** How many may begin now. */
  readonly granted: number;
  /** The instant under which they are counted. */
  readonly atMs: number;
  /** After which time another may; 0 where one may now. */
  readonly freeInMs: number;
  /** All that still count, these included. */
  readonly begins: Begins;
}

/** Portions of a smooth rate are no closer to each other. */
const SHORTEST_PORTION_MS = 50;
/** Instants are kept to this part of the window, rounded up, so that a rate is known by a hundred numbers. */
const STEPS = 100;

/**
 * The rate of a job's lane; `null` where it has none. A smooth one is a smaller number within a shorter time: never more
 * than the whole within the whole window.
 */
export function rateOf({ max, perMs, spread }: RateLimitOptions): Rate | null {
  if (max === null || spread === RateSpread.Burst) return max === null ? null : { max, perMs };
  const portion = Math.max(1, Math.ceil((max * SHORTEST_PORTION_MS) / perMs));
  return portion >= max ? { max, perMs } : { max: portion, perMs: perMs / Math.floor(max / portion) };
}

/** How many of `wanted` may begin now, given the begins before. */
export function grant(before: Begins, { max, perMs }: Rate, nowMs: number, wanted: number): Grant {
  // Where the clock was set back, later begins count too. By the same sum as `freeInMs`: another is not rounded like it.
  const kept = before.filter(([atMs]) => atMs + perMs > nowMs);
  const used = kept.reduce((sum, [, count]) => sum + count, 0);
  const granted = Math.max(0, Math.min(wanted, max - used));
  const stepMs = perMs / STEPS;
  const atMs = stepMs <= 1 ? nowMs : Math.ceil(nowMs / stepMs) * stepMs;
  const begins = granted === 0 ? kept : add(kept, atMs, granted);
  const oldestMs = begins[0]?.[0] ?? nowMs;
  const freeInMs = used + granted < max ? 0 : Math.max(1, Math.ceil(oldestMs + perMs - nowMs));
  return { granted, atMs, freeInMs, begins };
}

/** The begins without some that were counted at an instant and did not begin. */
export function without(begins: Begins, atMs: number, count: number): Begins {
  return begins.map(([at, of]) => [at, at === atMs ? of - count : of] as const).filter(([, of]) => of > 0);
}

function add(begins: Begins, atMs: number, count: number): Begins {
  const others = begins.filter(([at]) => at !== atMs);
  const [[, same] = [atMs, 0]] = begins.filter(([at]) => at === atMs);
  return [...others, [atMs, same + count] as const].toSorted(([a], [b]) => a - b);
}
