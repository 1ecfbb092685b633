/** How far a quantile may be from the value that it stands for, as a part of it. */
const RELATIVE_ERROR = 0.05;
const GROWTH = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const LN_GROWTH = Math.log(GROWTH);

/**
 * How long many things took, in milliseconds: how many took about as long, with their sum and the longest. Two are merged by adding the
 * numbers of equal buckets. The buckets grow by a constant factor, so that a quantile is within 5 % of the value that it stands for
 * (DDSketch, https://arxiv.org/abs/1908.10693).
 */
export interface Histogram {
  readonly count: number;
  readonly sum: number;
  readonly max: number;
  /** The number of a bucket and how many are in it, then those of the next: the lowest first. */
  readonly buckets: readonly number[];
}

export const EMPTY_HISTOGRAM: Histogram = { count: 0, sum: 0, max: 0, buckets: [] };

/** The bucket of a duration: 0 has all below a millisecond. */
export function bucketOf(ms: number): number {
  return ms < 1 ? 0 : Math.ceil(Math.log(ms) / LN_GROWTH) + 1;
}

/**
 * The value that this part of all values is not above, to 5 %; `null` where there are none.
 * @param part 0 to 1
 */
export function quantileOf({ count, max, buckets }: Histogram, part: number): number | null {
  if (count === 0) return null;
  const rank = Math.max(1, Math.ceil(part * count));
  let passed = 0;
  for (let index = 0; index < buckets.length; index += 2) {
    passed += buckets[index + 1] ?? 0;
    if (passed >= rank) return Math.min(max, middleOf(buckets[index] ?? 0));
  }
  return max;
}

/** The value that is as far from the one end of a bucket as from the other, as a part of these. */
function middleOf(bucket: number): number {
  return bucket === 0 ? 0 : (2 * GROWTH ** (bucket - 1)) / (GROWTH + 1);
}
