import { MoJobError, MoJobErrorCode } from "@mojob/core/ports";
import {
  type Collection,
  type Db,
  type Document,
  MongoClient,
  type MongoClientOptions,
  ReadPreference,
} from "mongodb";
import type {
  DefinitionDocument,
  ExecutorDocument,
  InstanceDocument,
  LeaseDocument,
  LogDocument,
  MinuteDocument,
  RollupDocument,
  FileChunkDocument,
  FileDocument,
  SchemaDocument,
  StateDocument,
  TaskDocument,
  TaskFactDocument,
} from "../documents/mongodb-documents.ts";
import type { RollupRowDocument, RollupStateDocument } from "../documents/rollup-document.ts";
import type { MongodbOptions } from "./mongodb-options.ts";
import { toStoreError } from "./store-error.ts";

const DEFAULT_DATABASE = "mojob";
const DEFAULT_TIMEOUT_MS = 10_000;

export interface Collections {
  readonly definitions: Collection<DefinitionDocument>;
  readonly instances: Collection<InstanceDocument>;
  readonly logs: Collection<LogDocument>;
  readonly executors: Collection<ExecutorDocument>;
  readonly files: Collection<FileDocument>;
  readonly fileChunks: Collection<FileChunkDocument>;
  readonly tasks: Collection<TaskDocument>;
  readonly taskFacts: Collection<TaskFactDocument>;
  readonly rollups: Collection<RollupDocument>;
  readonly completions: Collection<MinuteDocument>;
  readonly rollupStates: Collection<RollupStateDocument>;
  readonly rollupRows: Collection<RollupRowDocument>;
  readonly state: Collection<StateDocument>;
  readonly leases: Collection<LeaseDocument>;
  readonly meta: Collection<SchemaDocument>;
}

/** One client for all stores of a process: how long calls wait, how safely they write, what their errors become. */
export class MongodbConnection {
  readonly client: MongoClient;
  readonly db: Db;
  readonly collections: Collections;
  readonly timeoutMs: number;
  #users = 0;

  constructor(url: string, options: MongodbOptions = {}) {
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.client = new MongoClient(url, resolveClientOptions(options));
    this.db = this.client.db(hasDatabase(url) ? undefined : DEFAULT_DATABASE);
    const collection = <Kind extends Document>(name: string): Collection<Kind> =>
      this.db.collection<Kind>(name);
    this.collections = {
      definitions: collection("definitions"),
      instances: collection("instances"),
      logs: collection("logs"),
      executors: collection("executors"),
      files: collection("files.files"),
      fileChunks: collection("files.chunks"),
      tasks: collection("tasks"),
      taskFacts: collection("taskFacts"),
      rollups: collection("rollups"),
      completions: collection("completions"),
      rollupStates: collection("rollupStates"),
      rollupRows: collection("rollupRows"),
      state: collection("state"),
      leases: collection("leases"),
      meta: collection("meta"),
    };
  }

  /** One more that closes it; the last one ends the client. */
  share(): StoreHandle {
    this.#users += 1;
    return new StoreHandle(this, async () => {
      this.#users -= 1;
      if (this.#users === 0) await this.client.close();
    });
  }
}

export interface CallOptions {
  /** @default the connection's */
  readonly timeoutMs?: number;
}

/** A store's hold on the connection: every call goes through it, and none does once it is closed. */
export class StoreHandle {
  readonly collections: Collections;
  readonly db: Db;
  readonly #timeoutMs: number;
  readonly #release: () => Promise<void>;
  #isClosed = false;

  constructor(connection: MongodbConnection, release: () => Promise<void>) {
    this.collections = connection.collections;
    this.db = connection.db;
    this.#timeoutMs = connection.timeoutMs;
    this.#release = release;
  }

  /** The hosts of the server, without what is secret in its address. */
  get address(): string {
    return this.db.client.options.hosts.join(",");
  }

  /** @throws MoJobError `store_unavailable` when it was closed or the server is unavailable; what the server reported otherwise */
  async call<Answer>(
    doing: string,
    body: () => Promise<Answer>,
    { timeoutMs = this.#timeoutMs }: CallOptions = {},
  ): Promise<Answer> {
    if (this.#isClosed) {
      throw new MoJobError(
        MoJobErrorCode.StoreUnavailable,
        `Cannot ${doing}: the store was closed; open a new one`,
      );
    }
    try {
      return await within(timeoutMs, doing, body());
    } catch (error) {
      throw toStoreError(doing, error);
    }
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#release();
  }
}

/**
 * The driver bounds each of its steps; this bounds them together. What is given up on may still happen: the caller asks
 * again or reads what it left.
 */
async function within<Answer>(timeoutMs: number, doing: string, work: Promise<Answer>): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const message = `Cannot ${doing}: the MongoDB server did not respond within ${timeoutMs} ms; its outcome is not known`;
      reject(new MoJobError(MoJobErrorCode.StoreUnavailable, message));
    }, timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function resolveClientOptions(options: MongodbOptions): MongoClientOptions {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const serverSelectionTimeoutMS = options.serverSelectionTimeoutMs ?? 3000;
  return {
    appName: "mojob",
    serverSelectionTimeoutMS,
    connectTimeoutMS: serverSelectionTimeoutMS,
    waitQueueTimeoutMS: timeoutMs,
    // For a server that is reachable and does not respond; a change stream waits a second of its own.
    socketTimeoutMS: Math.max(timeoutMs, 2000),
    // How soon a server that came back is noticed.
    heartbeatFrequencyMS: 2000,
    minHeartbeatFrequencyMS: 100,
    // An acknowledged write survives the loss of a node and of its memory.
    writeConcern: { w: "majority", journal: true },
    readPreference: ReadPreference.primary,
    retryWrites: true,
    retryReads: true,
    ignoreUndefined: true,
    monitorCommands: options.monitorCommands ?? false,
  };
}

/** Whether the address names a database, which then is the one used. */
function hasDatabase(url: string): boolean {
  return /^[^:]+:\/\/[^/]+\/[^?]/.test(url);
}
