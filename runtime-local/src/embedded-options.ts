import type {
  Clock,
  Container,
  IMoEventBus,
  IMoJobScheduleMetadataStore,
  IMoStateStore,
  JobRegistration,
  MoJobError,
  RunScope,
  RuntimeInfo,
  SchedulerOptions,
  WorkerOptions,
} from "@mojob/core";

/** An embedded scheduler: control plane and worker in this process. */
export interface EmbeddedOptions {
  /** The service these jobs belong to. */
  readonly app: string;
  readonly jobs: readonly JobRegistration[];
  /** @default "default" */
  readonly tenant?: string;
  /** @default in memory: gone with the process */
  readonly store?: IMoJobScheduleMetadataStore;
  /** @default in memory */
  readonly state?: IMoStateStore;
  /** @default in memory */
  readonly bus?: IMoEventBus;
  /** Looks up what jobs inject. */
  readonly container?: Container;
  readonly worker?: WorkerOptions;
  readonly scheduler?: SchedulerOptions;
  /** How long runs may go on after `close()` before they are told to end. @default 30_000 */
  readonly shutdownGraceMs?: number;
  /** Shown with the worker. @default { name: "embedded", version: "" } */
  readonly runtime?: RuntimeInfo;
  /** Ties errors that escape a run's promise to the run; the runtime adapters offer one. */
  readonly scope?: RunScope;
  /** @default the system's */
  readonly clock?: Clock;
  /** Hears of what went wrong outside any run. @default written to the console's error stream */
  readonly onError?: (error: unknown) => void;
  /** Hears what its author should know about a job. @default written to the console's error stream */
  readonly onWarning?: (warning: string) => void;
  /** The store was taken over by another process; what is started here has stopped. @default reported as an error */
  readonly onLockLost?: (error: MoJobError) => void;
}
