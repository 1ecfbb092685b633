import {
  type DrainRequest,
  type ExecutorRecord,
  fromTaggedJson,
  type IMoExecutorStore,
  toTaggedJson,
} from "@mojob/core/ports";
import type { Database } from "../link/database.ts";
import type { StoreWatchers } from "./store-watchers.ts";

/** Keeps the records of workers in a SQLite file. */
export class ExecutorStoreSqlite implements IMoExecutorStore {
  readonly #database: Database;
  readonly #watchers: StoreWatchers;

  constructor(database: Database, watchers: StoreWatchers) {
    this.#database = database;
    this.#watchers = watchers;
  }

  async save(given: ExecutorRecord): Promise<DrainRequest | null> {
    const { drain: _, ...executor } = given;
    const { tenant, id, app, lastSeenAt } = executor;
    const record = toTaggedJson(executor);
    const row = { tenant, id, app, lastSeenMs: lastSeenAt.getTime(), record };
    const drain = await this.#database.write((file) => file.executors.save(row));
    this.#notify(tenant, app, id);
    return drain === null ? null : (fromTaggedJson(drain) as DrainRequest);
  }

  async drain(tenant: string, id: string, request: DrainRequest | null): Promise<boolean> {
    const drain = request === null ? null : toTaggedJson(request);
    const app = await this.#database.write((file) => file.executors.drain(tenant, id, drain));
    if (app !== null) {
      this.#notify(tenant, app, id);
      this.#watchers.notify(tenant, [{ app, change: { topic: "drain", id, app } }]);
    }
    return app !== null;
  }

  async list(tenant: string, seenSince: Date, app?: string): Promise<readonly ExecutorRecord[]> {
    const sinceMs = seenSince.getTime();
    const rows = await this.#database.read((file) => file.executors.list(tenant, sinceMs, app ?? null));
    return rows.map(([record, drain]) => ({
      ...(fromTaggedJson(record) as ExecutorRecord),
      ...(drain !== null && { drain: fromTaggedJson(drain) as DrainRequest }),
    }));
  }

  async remove(tenant: string, id: string): Promise<void> {
    const app = await this.#database.write((file) => file.executors.remove(tenant, id));
    if (app !== null) this.#notify(tenant, app, id);
  }

  #notify(tenant: string, app: string, id: string): void {
    this.#watchers.notify(tenant, [{ app, change: { topic: "executor", id, app } }]);
  }
}
