import { COUNTS, HISTOGRAMS, NAMES, USED } from "./figures-sum.ts";
import { EMPTY_HISTOGRAM, type Histogram } from "./histogram.ts";
import type { RollupFigures } from "./rollup.ts";

type Counts = Readonly<Record<string, number>>;

/** A histogram as `[count, sum, max, ...buckets]`; earlier versions had an object, with the buckets by their numbers. */
type StoredHistogram = readonly number[] | (Omit<Histogram, "buckets"> & { readonly buckets: Counts });

type StoredFigures = Partial<Record<string, number | StoredHistogram | Counts>>;

/** Figures as a text to be stored, without what there is none of: most sums of hours are of few runs. */
export function encodeFigures(figures: RollupFigures): string {
  const stored: Record<string, number | StoredHistogram | Counts> = {};
  for (const name of COUNTS) if (figures[name] !== 0) stored[name] = figures[name];
  for (const name of USED) if (figures[name] !== undefined) stored[name] = figures[name];
  for (const name of HISTOGRAMS) {
    const { count, sum, max, buckets } = figures[name];
    if (count > 0) stored[name] = [count, sum, max, ...buckets];
  }
  for (const name of NAMES) if (Object.keys(figures[name]).length > 0) stored[name] = figures[name];
  return JSON.stringify(stored);
}

/** Figures of such a text, also of one that an earlier version stored. */
export function decodeFigures(text: string): RollupFigures {
  const stored = JSON.parse(text) as StoredFigures;
  const figures: Record<string, number | Histogram | Counts> = {};
  for (const name of COUNTS) figures[name] = (stored[name] as number | undefined) ?? 0;
  for (const name of USED) if (stored[name] !== undefined) figures[name] = stored[name] as number;
  for (const name of HISTOGRAMS) figures[name] = histogramOf(stored[name] as StoredHistogram | undefined);
  for (const name of NAMES) figures[name] = (stored[name] as Counts | undefined) ?? {};
  return figures as unknown as RollupFigures;
}

function histogramOf(stored: StoredHistogram | undefined): Histogram {
  if (stored === undefined) return EMPTY_HISTOGRAM;
  if (isList(stored)) {
    const [count = 0, sum = 0, max = 0] = stored;
    return { count, sum, max, buckets: stored.slice(3) };
  }
  // Names that are whole numbers are in ascending order in every object.
  const buckets = Object.entries(stored.buckets).flatMap(([bucket, values]) => [Number(bucket), values]);
  return { ...stored, buckets };
}

function isList(stored: StoredHistogram): stored is readonly number[] {
  return Array.isArray(stored);
}
