import type { MongodbOptions } from "../connection/mongodb-options.ts";

/** What the thread is started with. */
export interface LifeSettings {
  readonly url: string;
  readonly options: Pick<MongodbOptions, "timeoutMs" | "serverSelectionTimeoutMs">;
  /** Of a `LoopSign`. */
  readonly memory: SharedArrayBuffer;
  /** How often the event loop writes heartbeats itself. */
  readonly everyMs: number;
}

/** Sent to the thread: the executors it speaks for, by the ids of their documents. */
export interface SpokenFor {
  readonly ids: readonly string[];
}

/** Sent by the thread when it could not write a heartbeat, once until it can again. */
export interface LifeFailure {
  readonly message: string;
}
