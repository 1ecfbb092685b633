import type { MongodbOptions } from "../connection/mongodb-options.ts";

/** The settings that the thread is started with. */
export interface LifeSettings {
  readonly url: string;
  readonly options: Pick<MongodbOptions, "timeoutMs" | "serverSelectionTimeoutMs">;
  /** The memory of an `EventLoopBeacon`. */
  readonly memory: SharedArrayBuffer;
  /** How often the event loop writes heartbeats itself. */
  readonly everyMs: number;
}

/** A lease that this process holds. */
export interface KeptLease {
  readonly name: string;
  readonly holder: string;
  readonly ttlMs: number;
}

/** Sent to the thread: the executors it speaks for, by the ids of their documents, and the leases it prolongs. */
export interface SpokenFor {
  readonly ids: readonly string[];
  readonly leases: readonly KeptLease[];
}

/** Sent by the thread: `null` once it has all it needs to write, and why it cannot, once until it can again. */
export interface LifeMessage {
  readonly failure: string | null;
}
