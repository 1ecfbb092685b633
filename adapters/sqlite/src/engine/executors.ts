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

  /** Returns what is kept beside the record. */
  save({ tenant, id, app, lastSeenMs, record }: ExecutorRow): string | null {
    const row = this.#sql.get(
      `INSERT INTO executors (tenant, id, app, last_seen_at, record) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET app = excluded.app, last_seen_at = excluded.last_seen_at, record = excluded.record
      RETURNING drain`,
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
    return (row?.[0] as string | null | undefined) ?? null;
  }

  /** Returns the app of the one that was asked. */
  drain(tenant: string, id: string, drain: string | null): string | null {
    const row = this.#sql.get(
      "UPDATE executors SET drain = ? WHERE tenant = ? AND id = ? RETURNING app",
      drain,
      tenant,
      id,
    );
    return (row?.[0] as string | undefined) ?? null;
  }

  /** Each with what is kept beside its record. */
  list(
    tenant: string,
    seenSinceMs: number,
    app: string | null,
  ): readonly (readonly [string, string | null])[] {
    const rows = this.#sql.all(
      "SELECT record, drain FROM executors WHERE tenant = ?1 AND last_seen_at >= ?2 AND (?3 IS NULL OR app = ?3) ORDER BY id",
      tenant,
      seenSinceMs,
      app,
    );
    return rows.map(([record, drain]) => [record as string, drain as string | null]);
  }

  /** Returns the app of the one that was removed. */
  remove(tenant: string, id: string): string | null {
    const row = this.#sql.get("DELETE FROM executors WHERE tenant = ? AND id = ? RETURNING app", tenant, id);
    return (row?.[0] as string | undefined) ?? null;
  }
}
