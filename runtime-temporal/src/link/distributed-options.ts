import type { IMoEventBus, IMoJobScheduleMetadataStore, IMoStateStore, LogSink } from "@mojob/core";
import type { Feature, KeyRing } from "@mojob/core/engine";
import type { Clock } from "@mojob/core/ports";
import type { TemporalOptions } from "@mojob/temporal-link";

/** Options of control planes and workers. */
export interface DistributedOptions {
  /** Shared by all control planes and workers. */
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  /**
   * Delivers events between processes: changed definitions, and the ends of runs. Requests to execute travel on task queues in
   * any case.
   * @default ends of runs over Temporal, to followers; changed definitions are seen when a job is next used
   */
  readonly bus?: IMoEventBus;
  /**
   * Seals and opens secrets, as `parseKeyRing` reads it: control planes seal, workers open.
   * @default null: work that names secrets fails
   */
  readonly keys?: KeyRing | null;
  /** The features of the scheduler beside the jobs themselves. @default all of @mojob/features */
  readonly features?: readonly Feature[];
  /** Where others reach a tenant's API, without a slash at the end; workers use it. @default null: nothing can report to runs */
  readonly publicUrl?: ((tenant: string) => string) | null;
  /** @default a server on this machine */
  readonly temporal?: TemporalOptions;
  /** @default "default" */
  readonly tenant?: string;
  /**
   * Names the control planes that serve the tenant: those of one name serve the same tenants over one task queue. Workers
   * and clients must state the same name; those whose first tenant has another name serve the tenants of their options alone, and none
   * that is added while they run. @default the first tenant
   */
  readonly deployment?: string;
  /** @default the system's */
  readonly clock?: Clock;
  /** Takes what would be written to stderr; on a worker the lines of runs too: `jsonLog`, `textLog`, or a function that calls a logger. @default stderr */
  readonly log?: LogSink;
  /** Called with errors outside any run. @default written to the console's error stream */
  readonly onError?: (error: unknown) => void;
  /** Called with what an operator should know, such as a part that is available again. @default written to the console's error stream */
  readonly onWarning?: (warning: string) => void;
}
