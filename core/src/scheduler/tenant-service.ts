import type { JobDefaults } from "../model/option/job-options.ts";
import type { QuotaOptions } from "../model/option/quota-options.ts";
import type { TenantRetention } from "../model/tenant/tenant-retention.ts";
import type { TenantSettingsChange } from "../model/tenant/tenant-settings.ts";

/** Every quota; `null` is unlimited. */
export type QuotaValues = { readonly [Name in keyof Required<QuotaOptions>]: number | null };

/** The use of a tenant's quotas by one of its apps. */
export interface AppUse {
  readonly app: string;
  readonly jobs: number;
  /** The size of its definitions as JSON, with the texts that are in force: scripts, bodies of tasks. */
  readonly definitionBytes: number;
  readonly waitingRuns: number;
  /** About: a sample of what waits, by the number of runs. */
  readonly waitingBytes: number;
}

/** A tenant's use of its quotas now. */
export interface TenantUse {
  /** The apps that the caller may see, by name. */
  readonly apps: readonly AppUse[];
  /** Runs that its workers execute, as their latest heartbeats say. */
  readonly running: number;
  /** Runs that were created in this minute of the clock; counted up to 100,000. */
  readonly runsInMinute: number;
}

/** A tenant as people see it. */
export interface TenantView {
  readonly tenant: string;
  readonly displayName: string | null;
  readonly disabled: boolean;
  readonly requireSecondFactor: boolean;
  /** The quotas in force. */
  readonly quotas: QuotaValues;
  /** The quotas that somebody has set for the tenant; the others are as the configuration says. */
  readonly stated: QuotaOptions;
  /** The quotas of the configuration. */
  readonly configured: QuotaValues;
  /** How long it keeps what belongs to no run, as far as somebody has set it; the others are usual. */
  readonly retention: Partial<TenantRetention>;
  /** The defaults that somebody has set for the tenant, above those of the configuration. */
  readonly defaults: JobDefaults;
  /** 1 before the first change. */
  readonly revision: number;
  readonly updatedBy: string | null;
  readonly updatedAt: Date | null;
  readonly use: TenantUse;
}

/** The stored settings of a tenant. */
export interface TenantService {
  get(): Promise<TenantView>;
  /** Whether people who sign in with a password need a second factor, for the program that lets them in. */
  requiresSecondFactor(): Promise<boolean>;
  /**
   * Changes what the request names: each process obeys within a second.
   * @param revisions of which one must be in force; `null` is any
   * @throws MoJobError `invalid_argument`; `stale_revision`; `forbidden` for a quota above that of the configuration, without the
   * permission `deployment:edit`, for history that is kept for another time than usual and reports that are kept longer, without it, and for a caller that may do so in some apps only
   */
  change(change: TenantSettingsChange, revisions: readonly number[] | null): Promise<TenantView>;
}
