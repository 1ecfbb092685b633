/** What the processes or the thread of an attempt have used of their machine. */
export interface RunUsage {
  /** The attempt that it is of: the latest one that was measured. */
  readonly attempt: number;
  /** Processor time, user and system, with that of children. `null` where the system does not say. */
  readonly cpuMs: number | null;
  /** The most resident memory at once, with that of children, as far as it was seen. `null` where the system does not say. */
  readonly peakMemoryBytes: number | null;
}

/** The usage of an attempt over its time, in steps of one length. */
export interface RunUsageSeries {
  /** How long each step is. */
  readonly everyMs: number;
  /** Processors in use in each step: 1 is one. */
  readonly cpu: readonly number[];
  /** The most resident memory in each step. */
  readonly memoryBytes: readonly number[];
}

/** The usage of an attempt so far, as a runner measures it. */
export interface MeasuredUsage extends Omit<RunUsage, "attempt"> {
  /** @default it was short */
  readonly series?: RunUsageSeries;
}

/** Steps of a series at most. */
export const MOST_USAGE_STEPS = 60;
