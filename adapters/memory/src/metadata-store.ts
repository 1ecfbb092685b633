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
import { DefinitionStoreInMemory } from "./definition-store.ts";
import { ExecutorStoreInMemory } from "./executor-store.ts";
import { InstanceStoreInMemory } from "./instance-store.ts";
import { LogStoreInMemory } from "./log-store.ts";
import { StoreLifetime } from "./store-lifetime.ts";
import type { StoreParts } from "./store-parts.ts";
import { StoreWatchers } from "./store-watchers.ts";

export interface MetadataStoreInMemoryOptions {
  /** Told what a watcher's listener threw; the write it was told of stands. @default ignored */
  readonly onError?: (error: unknown) => void;
}

/**
 * Keeps everything in the memory of this process (seed row M16): nothing to install, gone when the process ends.
 *
 * After `close()` every call rejects with `store_unavailable`.
 */
export class MetadataStoreInMemoryProvider implements IMoJobScheduleMetadataStore {
  readonly durable: boolean = false;
  readonly definitions: IMoDefinitionStore;
  readonly instances: IMoInstanceStore;
  readonly logs: IMoLogStore;
  readonly executors: IMoExecutorStore;
  readonly #parts: StoreParts;

  constructor(options: MetadataStoreInMemoryOptions = {}) {
    this.#parts = {
      lifetime: new StoreLifetime("metadata store"),
      watchers: new StoreWatchers(options.onError ?? (() => {})),
      tenants: new Map(),
    };
    this.definitions = new DefinitionStoreInMemory(this.#parts);
    this.instances = new InstanceStoreInMemory(this.#parts);
    this.logs = new LogStoreInMemory(this.#parts);
    this.executors = new ExecutorStoreInMemory(this.#parts);
  }

  async watch(
    filter: StoreWatchFilter,
    listener: (changes: readonly StoreChange[]) => void,
  ): Promise<StoreWatch> {
    this.#parts.lifetime.assertOpen();
    return this.#parts.watchers.add(filter, listener);
  }

  async ping(): Promise<void> {
    this.#parts.lifetime.assertOpen();
  }

  async close(): Promise<void> {
    this.#parts.lifetime.close();
    this.#parts.watchers.close();
    this.#parts.tenants.clear();
  }
}
