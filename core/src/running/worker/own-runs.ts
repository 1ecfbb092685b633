import type { Clock } from "../../base/clock.ts";
import { NAMED_AFTER_MS } from "../../placement/liveness.ts";

/** More than this a heartbeat does not name. */
const MOST_NAMED = 2000;

/** Runs that a worker was given together, and has until it lets them go. */
export interface OwnBatch {
  /** Lets go of the run that was named at this place. */
  letGo(index: number): void;
}

/** The runs that a worker has: each from the arrival of its request until it is settled. */
export class OwnRuns {
  readonly #clock: Clock;
  readonly #longOwned = new Set<Batch>();
  /** In the order they came. */
  readonly #batches = new Set<Batch>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts runs as this worker's; one may be requested, and taken, twice. */
  take(ids: readonly string[]): OwnBatch {
    return this.#add(this.#batches, ids, this.#clock.monotonicMs());
  }

  /** As `take`, for a run that the worker's program has had for long: the next heartbeat names it. */
  takeLongOwned(id: string): OwnBatch {
    return this.#add(this.#longOwned, [id], -Infinity);
  }

  has(id: string): boolean {
    for (const batches of [this.#longOwned, this.#batches])
      for (const batch of batches) if (batch.has(id)) return true;
    return false;
  }

  /** The ids of the runs it has had for a while; `null` where they are too many to name. */
  named(): readonly string[] | null {
    const untilMs = this.#clock.monotonicMs() - NAMED_AFTER_MS;
    const ids: string[] = [];
    for (const batches of [this.#longOwned, this.#batches])
      for (const batch of batches) {
        if (batch.sinceMs > untilMs) break;
        if (ids.length + batch.left > MOST_NAMED) return null;
        ids.push(...batch.ids());
      }
    return ids;
  }

  #add(batches: Set<Batch>, ids: readonly string[], sinceMs: number): OwnBatch {
    const batch = new Batch(ids, sinceMs, () => batches.delete(batch));
    if (ids.length > 0) batches.add(batch);
    return batch;
  }
}

class Batch implements OwnBatch {
  readonly sinceMs: number;
  readonly #ids: (string | null)[];
  readonly #onEmpty: () => void;
  /** How many it has not let go. */
  left: number;

  constructor(ids: readonly string[], sinceMs: number, onEmpty: () => void) {
    this.#ids = [...ids];
    this.left = ids.length;
    this.sinceMs = sinceMs;
    this.#onEmpty = onEmpty;
  }

  letGo(index: number): void {
    this.#ids[index] = null;
    this.left -= 1;
    if (this.left === 0) this.#onEmpty();
  }

  has(id: string): boolean {
    return this.#ids.includes(id);
  }

  ids(): readonly string[] {
    return this.#ids.filter((id) => id !== null);
  }
}
