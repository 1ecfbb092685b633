import type {
  IMoDefinitionStore,
  IMoExecutorStore,
  IMoInstanceStore,
  IMoJobScheduleMetadataStore,
  IMoLogStore,
  StoreChange,
  StoreWatch,
  StoreWatchFilter,
} from "@mojob/core";
import { DefinitionStoreMongodb } from "./definition-store.ts";
import { ExecutorStoreMongodb } from "./executor-store.ts";
import { InstanceStoreMongodb } from "./instance-store.ts";
import { LogStoreMongodb } from "./log-store.ts";
import type { StoreHandle } from "./mongodb-connection.ts";
import { RetentionAges } from "./retention-ages.ts";
import { StoreWatcher, type StoreWatcherOptions } from "./store-watcher.ts";

/** How long `ping` waits: a readiness check wants an answer, not a hope. */
const PING_TIMEOUT_MS = 2000;

/** Keeps everything in MongoDB (seed row M16): what is acknowledged outlives this process and the server's. */
export class MetadataStoreMongodbProvider implements IMoJobScheduleMetadataStore {
  readonly durable: boolean = true;
  readonly definitions: IMoDefinitionStore;
  readonly instances: IMoInstanceStore;
  readonly logs: IMoLogStore;
  readonly executors: IMoExecutorStore;
  readonly #store: StoreHandle;
  readonly #watching: StoreWatcherOptions;
  readonly #watchers = new Set<StoreWatcher>();

  constructor(store: StoreHandle, watching: StoreWatcherOptions) {
    const ages = new RetentionAges();
    this.#store = store;
    this.#watching = watching;
    this.definitions = new DefinitionStoreMongodb(store, ages);
    this.instances = new InstanceStoreMongodb(store, ages, (id) => {
      for (const watcher of this.#watchers) watcher.cancelRequested(id);
    });
    this.logs = new LogStoreMongodb(store, ages);
    this.executors = new ExecutorStoreMongodb(store);
  }

  watch(filter: StoreWatchFilter, listener: (changes: readonly StoreChange[]) => void): Promise<StoreWatch> {
    return this.#store.call("watch the store", async () => {
      const watcher = await StoreWatcher.open(this.#store, filter, listener, this.#watching);
      this.#watchers.add(watcher);
      return {
        close: async () => {
          this.#watchers.delete(watcher);
          await watcher.close();
        },
      };
    });
  }

  async ping(): Promise<void> {
    await this.#store.call("reach the store", () => this.#store.db.command({ ping: 1 }), {
      timeoutMs: PING_TIMEOUT_MS,
    });
  }

  async close(): Promise<void> {
    for (const watcher of this.#watchers) await watcher.close();
    this.#watchers.clear();
    await this.#store.close();
  }
}
