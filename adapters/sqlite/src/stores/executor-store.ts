import {
  type DrainRequest,
  type ExecutorRecord,
  fromTaggedJson,
  type IMoExecutorStore,
  toTaggedJson,
} from "@mojob/core/ports";
import type { Database } from "../link/database.ts";
import type { SqlValue } from "../rows/sql-value.ts";
import type { StoreWatchers } from "./store-watchers.ts";

const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** Keeps the records of workers in a SQLite file; those that were not seen for a day are removed when another is saved. */
export class ExecutorStoreSqlite implements IMoExecutorStore {
  readonly #database: Database;
  readonly #watchers: StoreWatchers;

  constructor(database: Database, watchers: StoreWatchers) {
    this.#database = database;
    this.#watchers = watchers;
  }

  async save(given: ExecutorRecord): Promise<DrainRequest | null> {
    const { drain: _, ...executor } = given;
    const { tenant, id, app } = executor;
    const lastSeenMs = executor.lastSeenAt.getTime();
    const record = toTaggedJson(executor);
    const drain = await this.#database.write(({ sql }) => {
      const [kept = null] =
        sql.get(
          `INSERT INTO executors (tenant, id, app, last_seen_at, record) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET app = excluded.app, last_seen_at = excluded.last_seen_at, record = excluded.record
      RETURNING drain`,
          tenant,
          id,
          app,
          lastSeenMs,
          record,
        ) ?? [];
      const forgottenMs = lastSeenMs - FORGOTTEN_AFTER_MS;
      sql.run("DELETE FROM executors WHERE tenant = ? AND last_seen_at < ?", tenant, forgottenMs);
      return kept;
    });
    this.#notify(tenant, app, id);
    return toDrain(drain);
  }

  async drain(tenant: string, id: string, request: DrainRequest | null): Promise<boolean> {
    const drain = request === null ? null : toTaggedJson(request);
    const statement = "UPDATE executors SET drain = ? WHERE tenant = ? AND id = ? RETURNING app";
    const row = await this.#database.write(({ sql }) => sql.get(statement, drain, tenant, id));
    if (row === undefined) return false;
    const app = row[0] as string;
    this.#notify(tenant, app, id);
    this.#watchers.notify(tenant, [{ app, change: { topic: "drain", id, app } }]);
    return true;
  }

  async list(tenant: string, seenSince: Date, app?: string): Promise<readonly ExecutorRecord[]> {
    const sinceMs = seenSince.getTime();
    const statement =
      "SELECT record, drain FROM executors WHERE tenant = ?1 AND last_seen_at >= ?2 AND (?3 IS NULL OR app = ?3) ORDER BY id";
    const rows = await this.#database.read(({ sql }) => sql.all(statement, tenant, sinceMs, app ?? null));
    return rows.map(([record, kept = null]) => {
      const drain = toDrain(kept);
      return { ...(fromTaggedJson(record as string) as ExecutorRecord), ...(drain !== null && { drain }) };
    });
  }

  async remove(tenant: string, id: string): Promise<void> {
    const statement = "DELETE FROM executors WHERE tenant = ? AND id = ? RETURNING app";
    const row = await this.#database.write(({ sql }) => sql.get(statement, tenant, id));
    if (row !== undefined) this.#notify(tenant, row[0] as string, id);
  }

  #notify(tenant: string, app: string, id: string): void {
    this.#watchers.notify(tenant, [{ app, change: { topic: "executor", id, app } }]);
  }
}

/** What is kept beside a record. */
function toDrain(kept: SqlValue): DrainRequest | null {
  return kept === null ? null : (fromTaggedJson(kept as string) as DrainRequest);
}
