/** An amount of something that is kept. */
export interface StorageAmount {
  /** Runs, runs with a log, files, acts or sums. */
  readonly items: number;
  /** As JSON, and of files their content; without indexes, and before a store compresses it. */
  readonly bytes: number;
}

/** What is kept of a job's runs. */
export interface JobStorage {
  readonly key: string;
  readonly app: string;
  readonly runs: StorageAmount;
  readonly logs: StorageAmount;
  readonly files: StorageAmount;
  /** Whether it follows from a sample of the runs; few are all read. */
  readonly isEstimate: boolean;
  readonly measuredAt: Date;
}
