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
} from "@mojob/core/ports";
import { DefinitionStoreSqlite } from "./definition-store.ts";
import { ExecutorStoreSqlite } from "./executor-store.ts";
import { InstanceQueriesSqlite } from "./instance-queries.ts";
import { InstanceRetentionSqlite } from "./instance-retention.ts";
import { InstanceStatisticsSqlite } from "./instance-statistics.ts";
import { InstanceStoreSqlite } from "./instance-store.ts";
import { LogStoreSqlite } from "./log-store.ts";
import { type FileStoreOptions, FileStoreSqlite } from "./file-store.ts";
import { RecordStoreSqlite } from "./record-store.ts";
import { RollupStoreSqlite } from "./rollup-store.ts";
import { TaskStoreSqlite } from "./task-store.ts";
import type { StorePart } from "./store-part.ts";
import { StoreWatchers } from "./store-watchers.ts";

/** Keeps everything in one SQLite file and a folder beside it (seed row M16): nothing to install, and it outlives the process. */
export class MetadataStoreSqliteProvider implements IMoJobScheduleMetadataStore {
  readonly durable: boolean = true;
  readonly commitsTogether: boolean = true;
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
  readonly #watchers: StoreWatchers;
  readonly #part: StorePart;

  constructor(part: StorePart, files: FileStoreOptions, onError: (error: unknown) => void) {
    this.#part = part;
    this.#watchers = new StoreWatchers(onError);
    this.definitions = new DefinitionStoreSqlite(part, this.#watchers, onError);
    this.instances = new InstanceStoreSqlite(part, this.#watchers);
    this.queries = new InstanceQueriesSqlite(part);
    this.statistics = new InstanceStatisticsSqlite(part);
    this.retention = new InstanceRetentionSqlite(part);
    this.logs = new LogStoreSqlite(part);
    this.files = new FileStoreSqlite(part, files);
    ({
      scripts: this.scripts,
      history: this.history,
      incidents: this.incidents,
      workerNames: this.workerNames,
    } = openOwnRecords(this));
    this.tasks = new TaskStoreSqlite(part);
    this.rollups = new RollupStoreSqlite(part);
    this.executors = new ExecutorStoreSqlite(part, this.#watchers);
  }

  records<Item extends Recorded, Field extends string>(
    definition: RecordDefinition<Item, Field>,
  ): IMoRecordStore<Item, Field> {
    return new RecordStoreSqlite(this.#part, definition);
  }

  async watch(
    filter: StoreWatchFilter,
    listener: (changes: readonly StoreChange[]) => void,
  ): Promise<StoreWatch> {
    this.#part.assertOpen();
    return this.#watchers.add(filter, listener);
  }

  async ping(): Promise<void> {
    await this.#part.read(({ sql }) => void sql.get("SELECT 1"));
  }

  async close(): Promise<void> {
    this.#watchers.close();
    await this.#part.close();
  }
}
