import type { Clock } from "../base/clock.ts";

const MINUTE_MS = 60_000;
/** Callers that are counted at once; the one that came first is forgotten. */
const MOST_CALLERS = 20_000;

/** Bounds how many calls one token makes within a minute, in one process. */
export class CallLimit {
  readonly #clock: Clock;
  readonly #most: number | null;
  readonly #counts = new Map<string, { readonly sinceMs: number; count: number }>();

  /** @param most `null` is no bound */
  constructor(clock: Clock, most: number | null) {
    this.#clock = clock;
    this.#most = most;
  }

  /** Counts a call; returns how long its caller has to wait, in milliseconds, and 0 where it may go on. */
  take(caller: string): number {
    if (this.#most === null) return 0;
    const nowMs = this.#clock.monotonicMs();
    const known = this.#counts.get(caller);
    if (known === undefined || nowMs - known.sinceMs >= MINUTE_MS) {
      this.#begin(caller, nowMs);
      return 0;
    }
    if (known.count >= this.#most) return known.sinceMs + MINUTE_MS - nowMs;
    known.count += 1;
    return 0;
  }

  #begin(caller: string, sinceMs: number): void {
    this.#counts.delete(caller);
    this.#counts.set(caller, { sinceMs, count: 1 });
    const oldest = this.#counts.keys().next().value;
    if (this.#counts.size > MOST_CALLERS && oldest !== undefined) this.#counts.delete(oldest);
  }
}
