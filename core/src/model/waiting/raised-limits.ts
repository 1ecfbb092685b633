import type { CommonJobOptions } from "../option/job-options.ts";

type Limits = Pick<CommonJobOptions, "maxConcurrency" | "rateLimit">;

/** Whether more runs of a job may begin now than before an edit: its limit was raised or removed, or its rate is another one. */
export function hasRaisedLimits(before: Limits, after: Limits): boolean {
  return isRaised(before.maxConcurrency, after.maxConcurrency) || hasOtherRate(before, after);
}

function isRaised(before: number | null, after: number | null): boolean {
  return before !== null && (after === null || after > before);
}

/** Which of two rates lets more begin now depends on what has begun; to look once too often changes nothing. */
function hasOtherRate({ rateLimit: before }: Limits, { rateLimit: after }: Limits): boolean {
  if (before.max === null) return false;
  return before.max !== after.max || before.perMs !== after.perMs || before.spread !== after.spread;
}
