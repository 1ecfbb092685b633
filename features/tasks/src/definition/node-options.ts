import type { RunNodeBase } from "@mojob/core/engine";
import { LONGEST_MS, type Retry, RetryGrowth, type RunOptions } from "@mojob/core/feature";

/** The options of a node's runs; each attempt of a run is one of the node. */
export function runOptionsOf({ retry, timeoutMs, waitTimeoutMs }: RunNodeBase): RunOptions {
  return {
    ...(retry !== undefined && retriesOf(retry)),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(waitTimeoutMs !== undefined && { waitTimeoutMs }),
  };
}

/** Its members replace those of the job, so that none of a job's is left between those of the node. */
function retriesOf({
  times,
  intervalMs,
  backoff = 1,
  maxIntervalMs = LONGEST_MS,
  on = [],
}: Retry): RunOptions {
  const growth = backoff === 1 ? RetryGrowth.Constant : RetryGrowth.Exponential;
  return {
    retryCount: times,
    retryIntervalMs: intervalMs,
    retryBackoff: { growth, maxMs: maxIntervalMs },
    retryOn: on,
    ...(backoff !== 1 && { retryFactor: backoff }),
  };
}
