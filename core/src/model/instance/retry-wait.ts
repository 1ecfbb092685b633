import { shareOf } from "../../base/fingerprint.ts";
import type { CommonJobOptions } from "../option/job-options.ts";
import { RetryGrowth } from "../option/value/retry-backoff.ts";

/** The wait after a failed attempt in milliseconds: the same however often it is asked. */
export function retryWaitMs(
  { retryIntervalMs, retryBackoff }: Pick<CommonJobOptions, "retryIntervalMs" | "retryBackoff">,
  { id, attempt }: { readonly id: string; readonly attempt: number },
): number {
  const { growth, maxMs, jitterPercent } = retryBackoff;
  const grown = growth === RetryGrowth.Exponential ? retryIntervalMs * 2 ** (attempt - 1) : retryIntervalMs;
  const longest = Math.min(grown, Math.max(maxMs, retryIntervalMs));
  return Math.round(longest * (1 - (jitterPercent / 100) * shareOf(`${id}/${attempt}`)));
}
