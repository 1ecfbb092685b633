import type { ExecutorRecord, IMoExecutorStore } from "@mojob/core/ports";
import type { Database } from "../link/database.ts";
import { fromTaggedJson, toTaggedJson } from "../rows/tagged-json.ts";
import type { StoreWatchers } from "./store-watchers.ts";

/** Keeps the records of workers in a SQLite file. */
export class ExecutorStoreSqlite implements IMoExecutorStore {
  readonly #database: Database;
  readonly #watchers: StoreWatchers;

  constructor(database: Database, watchers: StoreWatchers) {
    this.#database = database;
    this.#watchers = watchers;
  }

  async save(executor: ExecutorRecord): Promise<void> {
    const { tenant, id, app, lastSeenAt } = executor;
    const record = toTaggedJson(executor);
    await this.#database.call("saveExecutor", { tenant, id, app, lastSeenMs: lastSeenAt.getTime(), record });
    this.#notify(tenant, app, id);
  }

  async list(tenant: string, seenSince: Date, app?: string): Promise<readonly ExecutorRecord[]> {
    const records = await this.#database.call("listExecutors", tenant, seenSince.getTime(), app ?? null);
    return records.map((record) => fromTaggedJson(record) as ExecutorRecord);
  }

  async remove(tenant: string, id: string): Promise<void> {
    const app = await this.#database.call("removeExecutor", tenant, id);
    if (app !== null) this.#notify(tenant, app, id);
  }

  #notify(tenant: string, app: string, id: string): void {
    this.#watchers.notify(tenant, [{ app, change: { topic: "executor", id, app } }]);
  }
}
