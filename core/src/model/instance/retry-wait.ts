import { shareOf } from "../../base/fingerprint.ts";
import type { RetryOptions } from "../option/run-options.ts";
import { RetryGrowth } from "../option/value/retry-backoff.ts";

/** The wait after a failed attempt in milliseconds: the same however often it is asked. */
export function retryWaitMs(
  { retryIntervalMs, retryBackoff, retryFactor = 2 }: RetryOptions,
  { id, attempt }: { readonly id: string; readonly attempt: number },
): number {
  const { growth, maxMs, jitterPercent } = retryBackoff;
  const grown =
    growth === RetryGrowth.Exponential ? retryIntervalMs * retryFactor ** (attempt - 1) : retryIntervalMs;
  const longest = Math.min(grown, Math.max(maxMs, retryIntervalMs));
  return Math.round(longest * (1 - (jitterPercent / 100) * shareOf(`${id}/${attempt}`)));
}
