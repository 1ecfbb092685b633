import type { JobStorage, StorageAmount } from "../model/storage.ts";
import type { TenantRetention } from "../model/tenant/tenant-retention.ts";

/** What a tenant keeps, and what that costs in bytes. */
export interface StorageService {
  /**
   * The amounts that were measured last, each at most some hours ago; of jobs in apps that the caller may see.
   * @param query `app`: of its jobs alone; `limit`: how many jobs, 1 to 200, 50 where it is left out
   * @throws MoJobError `invalid_argument`
   */
  read(query?: StorageQuery): Promise<StorageView>;
}

export interface StorageQuery {
  readonly app?: string | undefined;
  readonly limit?: number | undefined;
}

export interface StorageView {
  /** Of all jobs that the query selects. */
  readonly runs: StorageAmount;
  readonly logs: StorageAmount;
  readonly files: StorageAmount;
  /** What people did; `null` where it is not measured yet, of an app alone, and for callers that see some apps only. */
  readonly history: StorageAmount | null;
  /** Sums of runs for reports; `null` as for `history`. */
  readonly reports: StorageAmount | null;
  /** How long history and reports are kept. */
  readonly retention: TenantRetention;
  /** Those that keep most bytes first, at most `limit`. */
  readonly jobs: readonly JobStorage[];
  /** Jobs that nothing is known of yet. */
  readonly unmeasured: number;
  /** The oldest of the measurements; `null` where there is none. */
  readonly measuredAt: Date | null;
}
