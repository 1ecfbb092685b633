import type { Clock } from "../../base/clock.ts";
import { HELD_AFTER_MS } from "../../placement/liveness.ts";

/** More than this a heartbeat does not name. */
const MOST_NAMED = 2000;

/** The runs that a worker has: each from the arrival of its request until it is settled. */
export class HeldRuns {
  readonly #clock: Clock;
  /** Since when it has each request, in the order they came. */
  readonly #held = new Map<number, { readonly id: string; readonly sinceMs: number }>();
  #count = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a run as this worker's until it is let go by the number that this returns: a run may be requested twice. */
  take(id: string): number {
    this.#count += 1;
    this.#held.set(this.#count, { id, sinceMs: this.#clock.monotonicMs() });
    return this.#count;
  }

  letGo(number: number): void {
    this.#held.delete(number);
  }

  has(id: string): boolean {
    for (const one of this.#held.values()) if (one.id === id) return true;
    return false;
  }

  /** The ids of the runs it has had for a while; `null` where they are too many to name. */
  named(): readonly string[] | null {
    const untilMs = this.#clock.monotonicMs() - HELD_AFTER_MS;
    const ids: string[] = [];
    for (const { id, sinceMs } of this.#held.values()) {
      if (sinceMs > untilMs) break;
      if (ids.length === MOST_NAMED) return null;
      ids.push(id);
    }
    return ids;
  }
}
