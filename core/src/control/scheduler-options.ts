import type { JobDefaults } from "../job/job-options.ts";

/** How the control plane behaves (seed row M11). */
export interface SchedulerOptions {
  /** No recurring job fires by itself; what would have fired is recorded as skipped. @default false */
  readonly recurringDebugMode?: boolean;
  /** No triggered job runs unless asked by hand; what was asked is recorded as skipped. @default false */
  readonly triggeredDebugMode?: boolean;
  /** Options of jobs that do not state them. */
  readonly defaults?: JobDefaults;
}
