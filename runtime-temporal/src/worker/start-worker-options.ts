import type { JobDefaults, JobHostOptions, QuotaOptions } from "@mojob/core/engine";
import type { DistributedOptions } from "../link/distributed-options.ts";

export interface StartWorkerOptions extends DistributedOptions, JobHostOptions {
  /** Several tenants, instead of `tenant`: each has every job, and the limits of a worker. @default the one `tenant` */
  readonly tenants?: readonly string[];
  /** Option values for jobs that do not state them, where the control planes' defaults leave them out. @default {} */
  readonly defaults?: JobDefaults;
  /** As those of its control planes. @default each quota has its own */
  readonly quotas?: QuotaOptions;
}
