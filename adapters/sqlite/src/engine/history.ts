import type { Sql } from "../file/sql.ts";
import type { ActQueryRow, ActRow, LinkedActRow, ActFiling } from "../rows/act-row.ts";

/** What people did, each act a record with what it is found by beside. */
export class History {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** An act that is there already stays as it is, and has the links that are new to it besides. */
  insert(rows: readonly ActRow[]): void {
    for (const { tenant, id, at, app, jobKey, run, made, operation, kind, record, links } of rows)
      this.#sql.run(
        `INSERT INTO history (tenant, id, at, app, job_key, run, made, operation, kind, record, links)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
         ON CONFLICT (tenant, id) DO UPDATE SET links = (
           SELECT json_group_array(json(value)) FROM (
             SELECT value FROM json_each(history.links) UNION SELECT value FROM json_each(excluded.links)))
         WHERE excluded.links <> '[]'`,
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
        links,
      );
  }

  /** Which of these ids there are, as JSON. */
  known(tenant: string, ids: string): readonly string[] {
    const rows = this.#sql.all(
      "SELECT id FROM history WHERE tenant = ?1 AND id IN (SELECT value FROM json_each(?2))",
      tenant,
      ids,
    );
    return rows.map(([id]) => id as string);
  }

  /** The newest first. */
  list(
    { tenant, app, jobKeys, run, operation, kind, fromMs, toMs, actor, outcome, ...query }: ActQueryRow,
    before: string | null,
    limit: number,
  ): readonly LinkedActRow[] {
    const rows = this.#sql.all(
      `SELECT ${COLUMNS} FROM history WHERE tenant = ?1 AND (?2 IS NULL OR app = ?2) AND (?3 IS NULL OR operation = ?3)
       AND (?4 IS NULL OR run = ?4 OR made = ?4) AND (?5 IS NULL OR job_key IN (SELECT value FROM json_each(?5)))
       AND (?6 IS NULL OR at >= ?6) AND (?7 IS NULL OR id < ?7) AND (?8 IS NULL OR kind = ?8)
       AND (?10 IS NULL OR at < ?10) AND (?11 IS NULL OR actor = ?11 OR actor_name = ?11)
       AND (?12 IS NULL OR outcome = ?12) AND (?13 IS NULL OR subject = ?13) AND (?14 IS NULL OR subject_id = ?14)
       AND (?15 = 0 OR (subject IS NULL AND outcome = 'done')) ORDER BY id DESC LIMIT ?9`,
      tenant,
      app,
      operation,
      run,
      jobKeys,
      fromMs,
      before,
      kind,
      limit,
      toMs,
      actor,
      outcome,
      query.subject,
      query.subjectId,
      query.isWork,
    );
    return rows.map(toRow);
  }

  /** The oldest first. */
  outdated(tenant: string, beforeMs: number, most: number, limit: number): readonly LinkedActRow[] {
    const rows = this.#sql.all(
      `SELECT ${COLUMNS} FROM history WHERE tenant = ?1 AND (at < ?2 OR id <= (
         SELECT id FROM history WHERE tenant = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?3)) ORDER BY id LIMIT ?4`,
      tenant,
      beforeMs,
      most,
      limit,
    );
    return rows.map(toRow);
  }

  /** Returns how many were removed. */
  remove(tenant: string, ids: string): number {
    return this.#sql.run(
      "DELETE FROM history WHERE tenant = ?1 AND id IN (SELECT value FROM json_each(?2))",
      tenant,
      ids,
    );
  }
}

const COLUMNS = "record, links, tenant, id, at, app, job_key, run, made, operation, kind";

function toRow(columns: readonly unknown[]): LinkedActRow {
  const [record, links, ...filed] = columns as readonly string[] as [string, string, ...ActFiling];
  return { record, links, filed };
}
