import type { Sql } from "../file/sql.ts";
import type { ScriptRow } from "../rows/script-row.ts";

/** The versions of scripts of a file, each a record and its text. */
export class Scripts {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** A version that is there already stays as it is. */
  insert({ tenant, jobKey, version, record, source }: ScriptRow): void {
    this.#sql.run(
      "INSERT OR IGNORE INTO scripts (tenant, job_key, version, record, source) VALUES (?, ?, ?, ?, ?)",
      tenant,
      jobKey,
      version,
      record,
      source,
    );
  }

  /** Record and text. */
  get(tenant: string, jobKey: string, version: number): readonly [string, string] | null {
    const row = this.#sql.get(
      "SELECT record, source FROM scripts WHERE tenant = ? AND job_key = ? AND version = ?",
      tenant,
      jobKey,
      version,
    );
    return row === undefined ? null : [row[0] as string, row[1] as string];
  }

  /** Records, the newest first. */
  list(tenant: string, jobKey: string, before: number | null, limit: number): readonly string[] {
    const rows = this.#sql.all(
      `SELECT record FROM scripts WHERE tenant = ?1 AND job_key = ?2 AND (?3 IS NULL OR version < ?3)
       ORDER BY version DESC LIMIT ?4`,
      tenant,
      jobKey,
      before,
      limit,
    );
    return rows.map(([record]) => record as string);
  }

  /** Returns how many were removed. */
  removeAll(tenant: string, jobKey: string): number {
    return this.#sql.all(
      "DELETE FROM scripts WHERE tenant = ? AND job_key = ? RETURNING version",
      tenant,
      jobKey,
    ).length;
  }
}
