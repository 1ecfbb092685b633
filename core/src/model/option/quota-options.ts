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
  /** Runs of the tenant that are created within a minute of the clock; `null` is unlimited. @default null */
  readonly maxRunsPerMinute?: number | null;
  /** Runs of the tenant that execute at once, of all apps together; the others wait. `null` is unlimited. @default null */
  readonly maxConcurrentRuns?: number | null;
}

export type ResolvedQuotas = { readonly [Name in keyof Required<QuotaOptions>]: number };

const DEFAULTS: ResolvedQuotas = {
  maxApps: 1000,
  maxJobs: 10_000,
  maxWaitingRuns: 100_000,
  maxWaitingBytes: 256 * 1024 * 1024,
  maxScriptVersions: 1000,
  maxRunsPerMinute: Infinity,
  maxConcurrentRuns: Infinity,
};

/** Every quota, in the order in which people see them. */
export const QUOTA_NAMES = Object.keys(DEFAULTS) as readonly (keyof ResolvedQuotas)[];

/** Every quota as a number; an unlimited one is `Infinity`. */
export function resolveQuotas(given: QuotaOptions = {}): ResolvedQuotas {
  return quotasOf((name) => {
    const quota = given[name];
    return quota === undefined ? DEFAULTS[name] : (quota ?? Infinity);
  });
}

/** The quotas of which each is what is stated, or else that of the other ones. */
export function quotasOver(stated: QuotaOptions, others: ResolvedQuotas): ResolvedQuotas {
  return quotasOf((name) => {
    const quota = stated[name];
    return quota === undefined ? others[name] : (quota ?? Infinity);
  });
}

function quotasOf(valueOf: (name: keyof ResolvedQuotas) => number): ResolvedQuotas {
  return Object.fromEntries(QUOTA_NAMES.map((name) => [name, valueOf(name)])) as unknown as ResolvedQuotas;
}
