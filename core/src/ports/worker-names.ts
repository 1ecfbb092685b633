/** A worker as it was called. */
export interface NamedWorker {
  readonly tenant: string;
  readonly id: string;
  readonly app: string;
  readonly name: string;
}

/** How workers were called: runs name theirs long after it has left. */
export interface IMoWorkerNames {
  /** Keeps the name of a worker, for a quarter of a year from now on. */
  remember(worker: NamedWorker, now: Date): Promise<void>;
  /** Those of these ids whose names are kept. */
  get(tenant: string, ids: readonly string[]): Promise<readonly NamedWorker[]>;
}
