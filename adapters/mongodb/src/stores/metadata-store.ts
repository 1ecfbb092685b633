import {
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
  type IMoRecordStore,
  type IMoRollupStore,
  type IMoScriptStore,
  type IMoTaskStore,
  type IMoWorkerNames,
  type RecordDefinition,
  type Recorded,
  type StoreChange,
  type StoreWatch,
  type StoreWatchFilter,
  openOwnRecords,
  OWN_RECORDS,
} from "@mojob/core/ports";
import { DefinitionStoreMongodb } from "./definition-store.ts";
import { ExecutorStoreMongodb } from "./executor-store.ts";
import { InstanceQueriesMongodb } from "./instance-queries.ts";
import { InstanceRetentionMongodb } from "./instance-retention.ts";
import { InstanceStatisticsMongodb } from "./instance-statistics.ts";
import { RunCounts } from "../counts/run-counts.ts";
import { InstanceStoreMongodb, type InstanceStoreOptions } from "./instance-store.ts";
import { LogStoreMongodb } from "./log-store.ts";
import { FileStoreMongodb } from "./file-store.ts";
import { RecordStoreMongodb } from "./record-store.ts";
import { RollupStoreMongodb } from "./rollup-store.ts";
import { TaskStoreMongodb } from "./task-store.ts";
import { indexRecords } from "../connection/migrate.ts";
import type { IndexedRecords } from "../documents/record-document.ts";
import { SchemaGuard } from "../connection/schema-guard.ts";
import type { HeartbeatThreads } from "../life/heartbeat-threads.ts";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { OldVersionRepair } from "../runs/old-version-repair.ts";
import { RetentionAges } from "../runs/retention-ages.ts";
import { StoreWatcher, type StoreWatcherOptions } from "../watch/store-watcher.ts";

/** How long `ping` waits: a readiness check must return soon. */
const PING_TIMEOUT_MS = 2000;

export interface MetadataStoreMongodbOptions
  extends StoreWatcherOptions, Pick<InstanceStoreOptions, "endsSettleMs"> {
  readonly lives: HeartbeatThreads;
}

/** Keeps everything in MongoDB (seed row M16): what is acknowledged outlives this process and the server's. */
export class MetadataStoreMongodbProvider implements IMoJobScheduleMetadataStore {
  readonly durable: boolean = true;
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
  readonly #store: StoreHandle;
  readonly #watching: StoreWatcherOptions;
  readonly #guard: SchemaGuard;
  /** Small records whose indexes were made. */
  readonly #indexed = new Set<IndexedRecords>(OWN_RECORDS);
  readonly #lateWrites: OldVersionRepair;
  readonly #watchers = new Set<StoreWatcher>();

  constructor(store: StoreHandle, options: MetadataStoreMongodbOptions) {
    const ages = new RetentionAges();
    this.#store = store;
    this.#watching = options;
    this.#lateWrites = new OldVersionRepair(store);
    this.#guard = new SchemaGuard(store, { polling: options.polling, records: this.#indexed });
    this.definitions = new DefinitionStoreMongodb(store, ages, options.onError);
    this.instances = new InstanceStoreMongodb(store, ages, {
      ...(options.endsSettleMs !== undefined && { endsSettleMs: options.endsSettleMs }),
      onCancelRequested: (id) => {
        for (const watcher of this.#watchers) watcher.requested("instances", id);
      },
    });
    const counts = new RunCounts(store);
    this.queries = new InstanceQueriesMongodb(store);
    this.statistics = new InstanceStatisticsMongodb(store, counts);
    this.retention = new InstanceRetentionMongodb(store, counts);
    this.logs = new LogStoreMongodb(store, ages);
    this.files = new FileStoreMongodb(store);
    ({
      scripts: this.scripts,
      history: this.history,
      incidents: this.incidents,
      workerNames: this.workerNames,
    } = openOwnRecords(this));
    this.tasks = new TaskStoreMongodb(store);
    this.rollups = new RollupStoreMongodb(store);
    this.executors = new ExecutorStoreMongodb(store, options.lives, (id) => {
      for (const watcher of this.#watchers) watcher.requested("executors", id);
    });
  }

  records<Item extends Recorded, Field extends string>(
    definition: RecordDefinition<Item, Field>,
  ): IMoRecordStore<Item, Field> {
    return new RecordStoreMongodb(this.#store, definition, async () => {
      if (this.#indexed.has(definition)) return;
      await indexRecords(this.#store, definition);
      this.#indexed.add(definition);
    });
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
    await this.identify();
  }

  identify(): Promise<string> {
    const doing = `reach the MongoDB server at "${this.#store.address}"`;
    return this.#store.call(doing, () => this.#guard.identify(), { timeoutMs: PING_TIMEOUT_MS });
  }

  repair(tenant: string): Promise<number> {
    return this.#store.call("repair runs", () => this.#lateWrites.repair(tenant));
  }

  async close(): Promise<void> {
    for (const watcher of this.#watchers) await watcher.close();
    this.#watchers.clear();
    await this.#store.close();
  }
}
