import type { MoJobError, SchedulerOptions } from "@mojob/core";
import type { EndFollower, JobHostOptions } from "@mojob/core/engine";
import type { SharedPartsOptions } from "./shared-parts.ts";

/** An embedded scheduler: control plane and worker in this process. */
export interface EmbeddedOptions extends JobHostOptions, SharedPartsOptions {
  /** @default "default" */
  readonly tenant?: string;
  /** Several tenants, instead of `tenant`: each has every job. @default the one `tenant` */
  readonly tenants?: readonly string[];
  readonly scheduler?: SchedulerOptions;
  /** Whether other processes may use the store, as `connectScheduler` does. @default the store is durable */
  readonly isShared?: boolean;
  /**
   * How to start while another process runs the tenant on the same store: reject with `lock_held`, or stand by. A process that stands by
   * can be looked at, changes nothing, and takes over when the other one ends or dies.
   * @default "refuse"
   */
  readonly whenHeld?: "refuse" | "wait";
  /** That a scheduler without a store forgets everything with its process is wanted: no warning says so. @default false */
  readonly inMemory?: boolean;
  /** Called with every run that ends. @default [] */
  readonly followers?: readonly EndFollower[];
  /** Called when another process has taken a tenant over; all that was started here is closed. @default reported as an error */
  readonly onLockLost?: (error: MoJobError) => void;
}
