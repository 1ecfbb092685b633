import type { ExecutorRecord } from "../model/executor-record.ts";

/** Keeps the executors that run jobs. */
export interface IMoExecutorStore {
  /** Writes the executor's latest record, whole. */
  save(executor: ExecutorRecord): Promise<void>;
  /** Those seen since, by id. */
  list(tenant: string, seenSince: Date, app?: string): Promise<readonly ExecutorRecord[]>;
  /** An unknown id is no error. */
  remove(tenant: string, id: string): Promise<void>;
}
