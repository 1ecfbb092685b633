import { bucketOf, type Histogram } from "./histogram.ts";
import type { RollupFigures } from "./rollup.ts";

/** How many names of codes and causes a roll-up has. */
const MOST_NAMES = 50;
/** Stands for all other names. */
export const OTHER_NAMES = "other";

export const COUNTS = ["succeeded", "terminated", "cancelled", "skipped", "retries", "workMs"] as const;
/** What is not known of every run. */
export const USED = ["cpuMs", "peakMemoryBytes"] as const;
export const HISTOGRAMS = ["duration", "wait", "lateness"] as const;
export const NAMES = ["codes", "causes", "minutes"] as const;

type Counts = Record<string, number>;

/** Adds up figures. */
export class FiguresSum {
  #cpuMs: number | undefined;
  #peakMemoryBytes: number | undefined;
  readonly #counts: Record<(typeof COUNTS)[number], number> = {
    succeeded: 0,
    terminated: 0,
    cancelled: 0,
    skipped: 0,
    retries: 0,
    workMs: 0,
  };
  readonly #histograms: Record<(typeof HISTOGRAMS)[number], HistogramSum> = {
    duration: new HistogramSum(),
    wait: new HistogramSum(),
    lateness: new HistogramSum(),
  };
  readonly #names: Record<(typeof NAMES)[number], Counts> = { codes: {}, causes: {}, minutes: {} };

  add(figures: RollupFigures): this {
    this.use(figures.cpuMs, figures.peakMemoryBytes);
    for (const name of COUNTS) this.#counts[name] += figures[name];
    for (const name of HISTOGRAMS) this.#histograms[name].addAll(figures[name]);
    for (const name of NAMES) addCounts(this.#names[name], figures[name]);
    return this;
  }

  count(name: (typeof COUNTS)[number], by = 1): void {
    this.#counts[name] += by;
  }

  /** Adds processor time and memory that were used; either may not be known. */
  use(cpuMs?: number | null, peakMemoryBytes?: number | null): void {
    if (typeof cpuMs === "number") this.#cpuMs = (this.#cpuMs ?? 0) + cpuMs;
    if (typeof peakMemoryBytes === "number")
      this.#peakMemoryBytes = Math.max(this.#peakMemoryBytes ?? 0, peakMemoryBytes);
  }

  measure(name: (typeof HISTOGRAMS)[number], ms: number): void {
    this.#histograms[name].add(ms);
  }

  name(of: (typeof NAMES)[number], name: string): void {
    const names = this.#names[of];
    names[name] = (names[name] ?? 0) + 1;
  }

  /** The figures so far, with the most frequent names. */
  figures(): RollupFigures {
    const { duration, wait, lateness } = this.#histograms;
    const { codes, causes, minutes } = this.#names;
    return {
      ...this.#counts,
      ...(this.#cpuMs !== undefined && { cpuMs: this.#cpuMs }),
      ...(this.#peakMemoryBytes !== undefined && { peakMemoryBytes: this.#peakMemoryBytes }),
      duration: duration.histogram(),
      wait: wait.histogram(),
      lateness: lateness.histogram(),
      codes: mostFrequent(codes),
      causes: mostFrequent(causes),
      minutes: { ...minutes },
    };
  }
}

/** The figures of both. */
export function addFigures(one: RollupFigures, other: RollupFigures): RollupFigures {
  return new FiguresSum().add(one).add(other).figures();
}

class HistogramSum {
  #count = 0;
  #sum = 0;
  #max = 0;
  /** How many are in each bucket, by its number: there are some hundred. */
  readonly #values: number[] = [];

  add(ms: number): void {
    this.#count += 1;
    this.#sum += ms;
    this.#max = Math.max(this.#max, ms);
    this.#put(bucketOf(ms), 1);
  }

  addAll({ count, sum, max, buckets }: Histogram): void {
    if (count === 0) return;
    this.#count += count;
    this.#sum += sum;
    this.#max = Math.max(this.#max, max);
    for (let index = 0; index < buckets.length; index += 2)
      this.#put(buckets[index] ?? 0, buckets[index + 1] ?? 0);
  }

  histogram(): Histogram {
    const buckets: number[] = [];
    for (const [bucket, values] of this.#values.entries()) if (values > 0) buckets.push(bucket, values);
    return { count: this.#count, sum: this.#sum, max: this.#max, buckets };
  }

  #put(bucket: number, values: number): void {
    // Without holes.
    while (this.#values.length <= bucket) this.#values.push(0);
    this.#values[bucket] = (this.#values[bucket] ?? 0) + values;
  }
}

function addCounts(sums: Counts, counts: Readonly<Counts>): void {
  for (const name in counts) sums[name] = (sums[name] ?? 0) + (counts[name] ?? 0);
}

function mostFrequent(names: Readonly<Counts>): Readonly<Counts> {
  const { [OTHER_NAMES]: others = 0, ...named } = names;
  const entries = Object.entries(named);
  if (entries.length <= MOST_NAMES) return { ...names };
  entries.sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const rest = entries.slice(MOST_NAMES).reduce((sum, [, count]) => sum + count, others);
  return { ...Object.fromEntries(entries.slice(0, MOST_NAMES)), [OTHER_NAMES]: rest };
}
