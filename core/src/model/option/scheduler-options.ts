import type { JobDefaults } from "./job-options.ts";
import type { WaitingFires } from "./value/waiting-fires.ts";
import type { QuotaOptions } from "./quota-options.ts";

/** The kinds of jobs that run only by hand; what else would have run is recorded as skipped. */
export interface DebugModes {
  readonly recurring: boolean;
  readonly triggered: boolean;
}

/** When the audit is written. */
export const AuditMode = { After: "after", Strict: "strict" } as const;
export type AuditMode = (typeof AuditMode)[keyof typeof AuditMode];

/** How the control plane behaves (seed row M11). */
export interface SchedulerOptions {
  /**
   * No recurring job runs by itself: what would have begun is recorded as skipped, or ends where it was to be retried.
   * Of several control planes the one that started last decides.
   * @default false
   */
  readonly recurringDebugMode?: boolean;
  /** No triggered job runs unless asked by hand; otherwise as `recurringDebugMode`. @default false */
  readonly triggeredDebugMode?: boolean;
  /**
   * Options of jobs that do not state them. Those of a control plane hold for every process of the tenant that registers
   * jobs, and come before that process's own.
   */
  readonly defaults?: JobDefaults;
  /** The defaults of one tenant, by its name: they come before `defaults`. */
  readonly tenantDefaults?: Readonly<Record<string, JobDefaults>>;
  /** How to treat the waiting runs of an app that is stopped, where the request does not say. @default "hold" */
  readonly stopWaiting?: WaitingFires;
  /**
   * When what people and programs change is written into the audit: `"after"` it was done, or before it (`"strict"`), so that nothing is
   * changed where the audit cannot be written.
   * @default "after"
   */
  readonly audit?: AuditMode;
  /** How much each app may have. */
  readonly quotas?: QuotaOptions;
}
