/** Fires within this are at almost the same time. */
export const BURST_SECONDS = 5;
const FEWEST_FIRES = 50;
const TIMES_THE_USUAL = 5;
const MOST_USUAL = 100_000;

/** Many fires within five seconds. */
export interface Burst {
  /** The second in which it begins, counted from the beginning of what was looked at. */
  readonly second: number;
  /** The fires in it and the seconds after it. */
  readonly fires: number;
  /** The most in one second. */
  readonly mostInSecond: number;
}

/** Counts fires by second: how many there are in each. */
export function countBySecond(at: Float64Array, size: number, fromMs: number, seconds: number): Uint32Array {
  const counts = new Uint32Array(seconds);
  for (let index = 0; index < size; index += 1) counts[Math.floor((at[index]! - fromMs) / 1000)]! += 1;
  return counts;
}

/** The fires that are usual in a stretch of five seconds: the median of all stretches. */
export function usualIn(counts: Uint32Array): number {
  const stretches = Math.max(1, Math.floor(counts.length / BURST_SECONDS));
  // How many stretches have how many fires, those with very many as one: this is faster than to sort them.
  const sizes = new Uint32Array(MOST_USUAL + 1);
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    let sum = 0;
    for (let second = 0; second < BURST_SECONDS; second += 1)
      sum += counts[stretch * BURST_SECONDS + second] ?? 0;
    sizes[Math.min(sum, MOST_USUAL)]! += 1;
  }
  let passed = 0;
  return sizes.findIndex((number) => (passed += number) > stretches / 2);
}

/** More fires than this within five seconds are a storm. */
export function stormAbove(usual: number): number {
  return Math.max(FEWEST_FIRES, TIMES_THE_USUAL * usual);
}

/** The stretches with more fires than `above`, ascending; those that overlap are one, at its peak. */
export function burstsIn(counts: Uint32Array, above: number): readonly Burst[] {
  const bursts: Burst[] = [];
  let best: Burst | null = null;
  let lastAbove = -Infinity;
  let sum = 0;
  // The stretch that ends with a second.
  for (let end = 0; end < counts.length + BURST_SECONDS - 1; end += 1) {
    sum += counts[end] ?? 0;
    const second = end - BURST_SECONDS + 1;
    if (second > 0) sum -= counts[second - 1]!;
    if (sum <= above) continue;
    if (best !== null && end - lastAbove > BURST_SECONDS) {
      bursts.push(best);
      best = null;
    }
    lastAbove = end;
    if (best === null || sum > best.fires) best = burstAt(counts, Math.max(0, second), sum);
  }
  return best === null ? bursts : [...bursts, best];
}

function burstAt(counts: Uint32Array, second: number, fires: number): Burst {
  let begin = second;
  while (counts[begin] === 0) begin += 1;
  let mostInSecond = 0;
  for (let at = begin; at < second + BURST_SECONDS; at += 1)
    mostInSecond = Math.max(mostInSecond, counts[at] ?? 0);
  return { second: begin, fires, mostInSecond };
}

/** The most fires within five seconds that begin between two seconds. */
export function peakBetween(counts: Uint32Array, from: number, to: number): number {
  let peak = 0;
  let sum = 0;
  const first = Math.max(0, from);
  for (let end = first; end < Math.min(counts.length, to + BURST_SECONDS); end += 1) {
    sum += counts[end]!;
    if (end - BURST_SECONDS >= first) sum -= counts[end - BURST_SECONDS]!;
    peak = Math.max(peak, sum);
  }
  return peak;
}
