/** A histogram as it was read. */
export interface HistogramReading {
  /** The upper limits of the buckets, ascending; a last bucket without a limit follows. */
  readonly limits: readonly number[];
  /** How many values fell into each bucket, not cumulated. */
  readonly counts: readonly number[];
  readonly count: number;
  readonly sum: number;
}

/** Counts values by how large they are. */
export class Histogram {
  readonly #limits: readonly number[];
  readonly #counts: number[];
  #count = 0;
  #sum = 0;

  /** @param limits ascending */
  constructor(limits: readonly number[]) {
    this.#limits = limits;
    this.#counts = Array.from({ length: limits.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.#limits.length && value > (this.#limits[bucket] as number)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count += 1;
    this.#sum += value;
  }

  read(): HistogramReading {
    return { limits: this.#limits, counts: [...this.#counts], count: this.#count, sum: this.#sum };
  }
}
