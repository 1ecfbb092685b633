/** Where runs of one job begin that may run so many at once. */
export class Slots {
  readonly #limit: number | null;
  readonly #waits: boolean;
  /** When each slot is free again, the one that is free first at `#next`. */
  readonly #freeAt: Float64Array;
  #next = 0;

  /** @param waits whether a fire that finds all slots taken waits for one; else it is skipped */
  constructor(limit: number | null, waits: boolean) {
    this.#limit = limit;
    this.#waits = waits;
    this.#freeAt = new Float64Array(limit ?? 0);
  }

  /** When the run of a fire begins, fires being given in their order; `null` where it is skipped. All runs take equally long, so that slots are free in the order in which they were taken. */
  begin(at: number, durationMs: number): number | null {
    if (this.#limit === null || durationMs === 0) return at;
    const free = this.#freeAt[this.#next] ?? 0;
    if (free > at && !this.#waits) return null;
    const begin = Math.max(at, free);
    this.#freeAt[this.#next] = begin + durationMs;
    this.#next = (this.#next + 1) % this.#limit;
    return begin;
  }
}
