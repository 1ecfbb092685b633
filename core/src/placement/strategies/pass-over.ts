import type { RefusalCode } from "../../model/run-routing.ts";
import type { Candidate } from "./candidate.ts";
import type { Choice } from "./strategy.ts";

/** The first that is not refused, and those that stood before it. */
export function passOver(
  candidates: readonly Candidate[],
  isRefused: (candidate: Candidate) => boolean,
  why: RefusalCode,
): Choice {
  const at = candidates.findIndex((candidate) => !isRefused(candidate));
  const refused = at === -1 ? candidates : candidates.slice(0, at);
  return {
    chosen: candidates[at] ?? null,
    passedOver: refused.map((candidate) => ({ candidate, why })),
  };
}
