import type { Clock, IMoEventBus, IMoJobScheduleMetadataStore, IMoStateStore } from "@mojob/core";
import type { WorkflowBundleOption } from "@temporalio/worker";
import type { TemporalOptions } from "../connect-temporal.ts";

/** What control planes and workers are both told. */
export interface DistributedOptions {
  /** Shared by all control planes and workers. */
  readonly store: IMoJobScheduleMetadataStore;
  readonly state: IMoStateStore;
  /** Spreads the news of changed jobs faster. @default none: changes are seen when a job is next looked at */
  readonly bus?: IMoEventBus;
  /** @default a server on this machine */
  readonly temporal?: TemporalOptions;
  /** @default "default" */
  readonly tenant?: string;
  /** @default the system's */
  readonly clock?: Clock;
  /** Hears of what went wrong outside any run. @default written to the console's error stream */
  readonly onError?: (error: unknown) => void;
}

/** What a process that runs the workflows is told besides. */
export interface OrchestratorOptions {
  /** The workflows, bundled ahead. @default bundled at the first start, which takes seconds */
  readonly workflowBundle?: WorkflowBundleOption;
}
