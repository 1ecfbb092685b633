import type { Candidate } from "./candidate.ts";

/** The first of those with the smallest measure. */
export function leastBy(
  [first, ...others]: readonly [Candidate, ...Candidate[]],
  measure: (candidate: Candidate) => number,
): Candidate {
  let [best, smallest] = [first, measure(first)];
  for (const candidate of others) {
    const own = measure(candidate);
    if (own < smallest) [best, smallest] = [candidate, own];
  }
  return best;
}
