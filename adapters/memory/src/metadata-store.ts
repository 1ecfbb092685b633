import {
  createId,
  type IMoDefinitionStore,
  type IMoExecutorStore,
  type IMoFileStore,
  type IMoHistoryStore,
  type IMoIncidentStore,
  type IMoInstanceQueries,
  type IMoInstanceRetention,
  type IMoInstanceStatistics,
  type IMoInstanceStore,
  type IMoJobScheduleMetadataStore,
  type IMoLogStore,
  type IMoRollupStore,
  type IMoScriptStore,
  type IMoTaskStore,
  type IMoWorkerNames,
  type IMoRecordStore,
  openOwnRecords,
  type RecordDefinition,
  type Recorded,
  type StoreChange,
  type StoreWatch,
  type StoreWatchFilter,
  systemClock,
} from "@mojob/core/ports";
import { DefinitionStoreInMemory } from "./stores/definition-store.ts";
import { ExecutorStoreInMemory } from "./stores/executor-store.ts";
import { InstanceQueriesInMemory } from "./stores/instance-queries.ts";
import { InstanceRetentionInMemory } from "./stores/instance-retention.ts";
import { InstanceStatisticsInMemory } from "./stores/instance-statistics.ts";
import { InstanceStoreInMemory } from "./stores/instance-store.ts";
import { LogStoreInMemory } from "./stores/log-store.ts";
import { FileStoreInMemory } from "./stores/file-store.ts";
import { type RecordRows, RecordStoreInMemory } from "./stores/record-store.ts";
import { RollupStoreInMemory } from "./stores/rollup-store.ts";
import { TaskStoreInMemory } from "./stores/task-store.ts";
import { StoreLifetime } from "./stores/store-lifetime.ts";
import type { StoreParts } from "./stores/store-parts.ts";
import { StoreWatchers } from "./stores/store-watchers.ts";

export interface MetadataStoreInMemoryOptions {
  /** Called with what a watcher's listener threw; the write that it was called for stands. @default ignored */
  readonly onError?: (error: unknown) => void;
}

/**
 * Keeps everything in the memory of this process (seed row M16): nothing to install, lost when the process ends.
 *
 * After `close()` every call rejects with `store_unavailable`.
 */
export class MetadataStoreInMemoryProvider implements IMoJobScheduleMetadataStore {
  readonly durable: boolean = false;
  readonly definitions: IMoDefinitionStore;
  readonly instances: IMoInstanceStore;
  readonly queries: IMoInstanceQueries;
  readonly statistics: IMoInstanceStatistics;
  readonly retention: IMoInstanceRetention;
  readonly logs: IMoLogStore;
  readonly files: IMoFileStore;
  readonly scripts: IMoScriptStore;
  readonly history: IMoHistoryStore;
  readonly incidents: IMoIncidentStore;
  readonly tasks: IMoTaskStore;
  readonly rollups: IMoRollupStore;
  readonly executors: IMoExecutorStore;
  readonly workerNames: IMoWorkerNames;
  readonly #parts: StoreParts;
  /** By the name of their definition. */
  readonly #records = new Map<string, RecordRows<Recorded>>();

  constructor(options: MetadataStoreInMemoryOptions = {}) {
    this.#parts = {
      lifetime: new StoreLifetime("metadata store"),
      watchers: new StoreWatchers(options.onError ?? (() => {})),
      epoch: createId(systemClock.now()),
      tenants: new Map(),
    };
    this.definitions = new DefinitionStoreInMemory(this.#parts);
    this.instances = new InstanceStoreInMemory(this.#parts);
    this.queries = new InstanceQueriesInMemory(this.#parts);
    this.statistics = new InstanceStatisticsInMemory(this.#parts);
    this.retention = new InstanceRetentionInMemory(this.#parts);
    this.logs = new LogStoreInMemory(this.#parts);
    this.files = new FileStoreInMemory(this.#parts);
    ({
      scripts: this.scripts,
      history: this.history,
      incidents: this.incidents,
      workerNames: this.workerNames,
    } = openOwnRecords(this));
    this.tasks = new TaskStoreInMemory(this.#parts);
    this.rollups = new RollupStoreInMemory(this.#parts);
    this.executors = new ExecutorStoreInMemory(this.#parts);
  }

  records<Item extends Recorded, Field extends string>(
    definition: RecordDefinition<Item, Field>,
  ): IMoRecordStore<Item, Field> {
    const rows = this.#records.get(definition.name) ?? new Map();
    this.#records.set(definition.name, rows);
    return new RecordStoreInMemory(this.#parts, definition, rows as RecordRows<Item>);
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
    this.#records.clear();
  }
}
