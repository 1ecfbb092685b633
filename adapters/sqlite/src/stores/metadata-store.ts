import type {
  IMoDefinitionStore,
  IMoExecutorStore,
  IMoInstanceQueries,
  IMoInstanceRetention,
  IMoInstanceStatistics,
  IMoInstanceStore,
  IMoJobScheduleMetadataStore,
  IMoLogStore,
  StoreChange,
  StoreWatch,
  StoreWatchFilter,
} from "@mojob/core/ports";
import { DefinitionStoreSqlite } from "./definition-store.ts";
import { ExecutorStoreSqlite } from "./executor-store.ts";
import { InstanceQueriesSqlite } from "./instance-queries.ts";
import { InstanceRetentionSqlite } from "./instance-retention.ts";
import { InstanceStatisticsSqlite } from "./instance-statistics.ts";
import { InstanceStoreSqlite } from "./instance-store.ts";
import type { Database } from "../link/database.ts";
import { LogStoreSqlite } from "./log-store.ts";
import type { StorePart } from "./store-part.ts";
import { StoreWatchers } from "./store-watchers.ts";

/** Keeps everything in one SQLite file (seed row M16): nothing to install, and it outlives the process. */
export class MetadataStoreSqliteProvider implements IMoJobScheduleMetadataStore {
  readonly durable: boolean = true;
  readonly definitions: IMoDefinitionStore;
  readonly instances: IMoInstanceStore;
  readonly queries: IMoInstanceQueries;
  readonly statistics: IMoInstanceStatistics;
  readonly retention: IMoInstanceRetention;
  readonly logs: IMoLogStore;
  readonly executors: IMoExecutorStore;
  readonly #database: Database;
  readonly #watchers: StoreWatchers;
  readonly #part: StorePart;

  constructor(database: Database, part: StorePart, onError: (error: unknown) => void) {
    const open = whileOpen(database, part);
    this.#database = open;
    this.#part = part;
    this.#watchers = new StoreWatchers(onError);
    this.definitions = new DefinitionStoreSqlite(open, this.#watchers);
    this.instances = new InstanceStoreSqlite(open, this.#watchers);
    this.queries = new InstanceQueriesSqlite(open);
    this.statistics = new InstanceStatisticsSqlite(open);
    this.retention = new InstanceRetentionSqlite(open);
    this.logs = new LogStoreSqlite(open);
    this.executors = new ExecutorStoreSqlite(open, this.#watchers);
  }

  async watch(
    filter: StoreWatchFilter,
    listener: (changes: readonly StoreChange[]) => void,
  ): Promise<StoreWatch> {
    this.#part.assertOpen();
    return this.#watchers.add(filter, listener);
  }

  async ping(): Promise<void> {
    await this.#database.call("ping");
  }

  async close(): Promise<void> {
    this.#watchers.close();
    await this.#part.close();
  }
}

/** The same database, which rejects calls once this part is closed: the other part may still use it. */
function whileOpen(database: Database, part: StorePart): Database {
  return {
    async call(name, ...args) {
      part.assertOpen();
      return database.call(name, ...args);
    },
    close: () => part.close(),
  };
}
