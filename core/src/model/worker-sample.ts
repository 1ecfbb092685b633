/** What the process of a worker used of its machine in a stretch of time, and how many of its places were taken. */
export interface WorkerSample {
  /** The end of the stretch, by the clock of the worker. */
  readonly at: Date;
  /** Its length. */
  readonly ms: number;
  /** Processors in use on average: 1 is one, threads may use more. `null` where the runtime does not say. */
  readonly processor: number | null;
  /** Resident memory at the end. `null` where the runtime does not say. */
  readonly memoryBytes: number | null;
  /** The longest delay of the event loop, to 100 ms of its own rhythm. `null` where nothing measures it. */
  readonly loopDelayMs: number | null;
  /** The delay that 99 % of its turns kept below. `null` as `loopDelayMs`. */
  readonly loopDelayP99Ms: number | null;
  /** The most runs at once. */
  readonly running: number;
  /** Its places at the end; `null` is no limit. */
  readonly limit: number | null;
}

export const SAMPLE_EVERY_MS = 30_000;
export const SHORTEST_SAMPLE_MS = 5000;
export const LONGEST_SAMPLE_MS = 300_000;
/** How many samples a heartbeat has: the process that keeps them may be away for so long. */
export const SAMPLES_OF_HEARTBEAT = 10;
