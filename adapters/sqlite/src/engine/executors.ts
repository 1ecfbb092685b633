import type { Sql } from "../file/sql.ts";

export interface ExecutorRow {
  readonly tenant: string;
  readonly id: string;
  readonly app: string;
  readonly lastSeenMs: number;
  readonly record: string;
}

const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

/** The workers of a file; those that were not seen for a day are removed when another is saved. */
export class Executors {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  save({ tenant, id, app, lastSeenMs, record }: ExecutorRow): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO executors VALUES (?, ?, ?, ?, ?)",
      tenant,
      id,
      app,
      lastSeenMs,
      record,
    );
    this.#sql.run(
      "DELETE FROM executors WHERE tenant = ? AND last_seen_at < ?",
      tenant,
      lastSeenMs - FORGOTTEN_AFTER_MS,
    );
  }

  list(tenant: string, seenSinceMs: number, app: string | null): readonly string[] {
    const rows = this.#sql.all(
      "SELECT record FROM executors WHERE tenant = ?1 AND last_seen_at >= ?2 AND (?3 IS NULL OR app = ?3) ORDER BY id",
      tenant,
      seenSinceMs,
      app,
    );
    return rows.map(([record]) => record as string);
  }

  /** Returns the app of the one that was removed. */
  remove(tenant: string, id: string): string | null {
    const row = this.#sql.get("DELETE FROM executors WHERE tenant = ? AND id = ? RETURNING app", tenant, id);
    return (row?.[0] as string | undefined) ?? null;
  }
}
