/** How many apps a tenant may have, and how much each of them. What is refused for it is `quota_exceeded`; a fire is recorded as skipped. */
export interface QuotaOptions {
  /** Apps with jobs; `null` is unlimited. @default 1_000 */
  readonly maxApps?: number | null;
  /** Jobs; `null` is unlimited. @default 10_000 */
  readonly maxJobs?: number | null;
  /** Runs that wait, delayed ones included; `null` is unlimited. @default 100_000 */
  readonly maxWaitingRuns?: number | null;
  /** Bytes of the arguments of the runs that wait, as JSON; `null` is unlimited. @default 268_435_456, which is 256 MiB */
  readonly maxWaitingBytes?: number | null;
  /** Versions of the script of one job; `null` is unlimited. @default 1_000 */
  readonly maxScriptVersions?: number | null;
}

export type ResolvedQuotas = { readonly [Name in keyof Required<QuotaOptions>]: number };

const DEFAULTS: ResolvedQuotas = {
  maxApps: 1000,
  maxJobs: 10_000,
  maxWaitingRuns: 100_000,
  maxWaitingBytes: 256 * 1024 * 1024,
  maxScriptVersions: 1000,
};

/** Every quota as a number; an unlimited one is `Infinity`. */
export function resolveQuotas({
  maxApps,
  maxJobs,
  maxWaitingRuns,
  maxWaitingBytes,
  maxScriptVersions,
}: QuotaOptions = {}): ResolvedQuotas {
  const numberOf = (given: number | null | undefined, otherwise: number): number =>
    given === undefined ? otherwise : (given ?? Infinity);
  return {
    maxApps: numberOf(maxApps, DEFAULTS.maxApps),
    maxJobs: numberOf(maxJobs, DEFAULTS.maxJobs),
    maxWaitingRuns: numberOf(maxWaitingRuns, DEFAULTS.maxWaitingRuns),
    maxWaitingBytes: numberOf(maxWaitingBytes, DEFAULTS.maxWaitingBytes),
    maxScriptVersions: numberOf(maxScriptVersions, DEFAULTS.maxScriptVersions),
  };
}
