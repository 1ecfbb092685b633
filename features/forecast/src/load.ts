import type { Window } from "./forecast-request.ts";

/** How many runs are under way at once, on average in each bucket of a time. */
export class Load {
  readonly #window: Window;
  /** Milliseconds of runs that fill a bucket in part. */
  readonly #partMs: Float64Array;
  /** Where runs begin and cease to fill buckets. */
  readonly #whole: Float64Array;

  constructor(window: Window) {
    this.#window = window;
    this.#partMs = new Float64Array(window.buckets + 1);
    this.#whole = new Float64Array(window.buckets + 1);
  }

  /** Adds a run of `[begin, end)`. */
  add(begin: number, end: number): void {
    const { fromMs, toMs, bucketMs } = this.#window;
    const from = Math.max(begin, fromMs);
    const to = Math.min(end, toMs);
    if (from >= to) return;
    const first = Math.floor((from - fromMs) / bucketMs);
    const last = Math.floor((to - fromMs) / bucketMs);
    if (first === last) {
      this.#partMs[first]! += to - from;
      return;
    }
    this.#partMs[first]! += fromMs + (first + 1) * bucketMs - from;
    this.#partMs[last]! += to - (fromMs + last * bucketMs);
    this.#whole[first + 1]! += 1;
    this.#whole[last]! -= 1;
  }

  /** Adds runs that are under way all through a bucket. */
  addAll(bucket: number, running: number): void {
    this.#partMs[bucket]! += running * this.#lengthOf(bucket);
  }

  /** By bucket. */
  averages(): Float64Array {
    const found = new Float64Array(this.#window.buckets);
    let whole = 0;
    for (let bucket = 0; bucket < found.length; bucket += 1) {
      whole += this.#whole[bucket]!;
      found[bucket] = whole + this.#partMs[bucket]! / this.#lengthOf(bucket);
    }
    return found;
  }

  #lengthOf(bucket: number): number {
    const { fromMs, toMs, bucketMs } = this.#window;
    return Math.min(bucketMs, toMs - fromMs - bucket * bucketMs);
  }
}
