import { shareOf } from "../../base/fingerprint.ts";
import type { Candidate } from "./candidate.ts";

/**
 * The executor that a text belongs to: the one whose name and the text together have the highest hash. When an executor
 * leaves, only its texts move; when one comes, only those that become its own.
 */
export function rendezvous(
  text: string,
  [first, ...others]: readonly [Candidate, ...Candidate[]],
): Candidate {
  let [best, highest] = [first, shareOf(`${first.identity}\n${text}`)];
  for (const candidate of others) {
    const share = shareOf(`${candidate.identity}\n${text}`);
    if (share > highest) [best, highest] = [candidate, share];
  }
  return best;
}
