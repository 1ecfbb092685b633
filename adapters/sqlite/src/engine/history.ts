import type { Sql } from "../file/sql.ts";
import type { ActQueryRow, ActRow } from "../rows/act-row.ts";

/** What people did, each act a record with what it is found by beside. */
export class History {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** An act that is there already stays as it is. */
  insert(rows: readonly ActRow[]): void {
    for (const { tenant, id, at, app, jobKey, run, made, operation, kind, record } of rows)
      this.#sql.run(
        "INSERT OR IGNORE INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        tenant,
        id,
        at,
        app,
        jobKey,
        run,
        made,
        operation,
        kind,
        record,
      );
  }

  /** Records, the newest first. */
  list(
    { tenant, app, jobKeys, run, operation, kind, fromMs }: ActQueryRow,
    before: string | null,
    limit: number,
  ): readonly string[] {
    const rows = this.#sql.all(
      `SELECT record FROM history WHERE tenant = ?1 AND (?2 IS NULL OR app = ?2) AND (?3 IS NULL OR operation = ?3)
       AND (?4 IS NULL OR run = ?4 OR made = ?4) AND (?5 IS NULL OR job_key IN (SELECT value FROM json_each(?5)))
       AND (?6 IS NULL OR at >= ?6) AND (?7 IS NULL OR id < ?7) AND (?8 IS NULL OR kind = ?8) ORDER BY id DESC LIMIT ?9`,
      tenant,
      app,
      operation,
      run,
      jobKeys,
      fromMs,
      before,
      kind,
      limit,
    );
    return rows.map(([record]) => record as string);
  }

  /** Returns how many were removed. */
  trim(tenant: string, beforeMs: number, most: number): number {
    return this.#sql.run(
      `DELETE FROM history WHERE tenant = ?1 AND (at < ?2 OR id <= (
         SELECT id FROM history WHERE tenant = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?3))`,
      tenant,
      beforeMs,
      most,
    );
  }
}
