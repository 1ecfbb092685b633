import type { DrainRequest, ExecutorRecord } from "../model/executor-record.ts";

/** Keeps the executors that run jobs. */
export interface IMoExecutorStore {
  /**
   * Has a thread of its own go on saying that an executor is there while jobs keep this process's event loop from turning. A
   * heartbeat of the thread changes `lastSeenAt`, and `holds` to "too many". @default heartbeats come from the event loop alone
   * @param everyMs how often the event loop saves the executor itself
   */
  keepAlive?(executor: Pick<ExecutorRecord, "tenant" | "id">, everyMs: number): LoopLife;
  /** Writes the executor's latest record, whole but for `drain`; resolves to the `drain` that is kept. */
  save(executor: ExecutorRecord): Promise<DrainRequest | null>;
  /** Asks an executor to take no new runs, or with `null` to take them again; resolves to whether it is known. */
  drain(tenant: string, id: string, request: DrainRequest | null): Promise<boolean>;
  /** The executors seen since, by id. */
  list(tenant: string, seenSince: Date, app?: string): Promise<readonly ExecutorRecord[]>;
  /** An unknown id is no error. */
  remove(tenant: string, id: string): Promise<void>;
}

/** Reports to a thread that speaks for an event loop how that loop does; none of it costs a message. */
export interface LoopLife {
  /** Resolves once the thread can speak for the event loop, or it is known that it cannot; never rejects. */
  readonly ready: Promise<void>;
  /**
   * The event loop turns, at this time. It may be silent for `quietMs` from now on: the longest that what runs may still take.
   * After that its silence counts as its process's.
   */
  turned(now: Date, quietMs: number): void;
  /** Something begins now that may take `quietMs`. */
  began(quietMs: number): void;
  close(): Promise<void>;
}
