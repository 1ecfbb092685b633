import type { Sql } from "../file/sql.ts";
import type { IncidentQueryRow, IncidentRow } from "../rows/incident-row.ts";

/** Incidents: a row holds the record, and in columns of their own what it is found by. */
export class Incidents {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Returns which were written: those whose revision is the next one. */
  write(rows: readonly IncidentRow[]): readonly boolean[] {
    return rows.map(
      (row) =>
        this.#sql.run(
          `INSERT INTO incidents SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
       WHERE coalesce((SELECT revision FROM incidents WHERE tenant = ?1 AND id = ?2), 0) = ?5 - 1
       ON CONFLICT DO UPDATE SET revision = excluded.revision, state = excluded.state, assignee = excluded.assignee,
         resolved_at = excluded.resolved_at, settled = excluded.settled, record = excluded.record`,
          row.tenant,
          row.id,
          row.key,
          row.number,
          row.revision,
          row.condition,
          row.state,
          row.app,
          row.jobKey,
          row.assignee,
          row.openedAt,
          row.resolvedAt,
          row.settled,
          row.record,
        ) > 0,
    );
  }

  /** Records by id. */
  get(tenant: string, ids: readonly string[]): ReadonlyMap<string, string> {
    const rows = this.#sql.all(
      "SELECT id, record FROM incidents WHERE tenant = ?1 AND id IN (SELECT value FROM json_each(?2))",
      tenant,
      JSON.stringify(ids),
    );
    return new Map(rows.map(([id, record]) => [id as string, record as string]));
  }

  unsettled(tenant: string, limit: number): readonly string[] {
    const rows = this.#sql.all(
      `SELECT record FROM incidents WHERE tenant = ?1 AND settled = 0 ORDER BY opened_at, id LIMIT ?2`,
      tenant,
      limit,
    );
    return rows.map(([record]) => record as string);
  }

  /** Records with the highest number, by key. */
  latest(tenant: string, keys: readonly string[]): ReadonlyMap<string, string> {
    const rows = this.#sql.all(
      `SELECT key, record, max(number) FROM incidents
       WHERE tenant = ?1 AND key IN (SELECT value FROM json_each(?2)) GROUP BY key`,
      tenant,
      JSON.stringify(keys),
    );
    return new Map(rows.map(([key, record]) => [key as string, record as string]));
  }

  /** Records, those opened last first. */
  list(
    { tenant, states, conditions, app, jobKey, assignee, fromMs }: IncidentQueryRow,
    after: readonly [number, string] | null,
    limit: number,
  ): readonly string[] {
    const rows = this.#sql.all(
      `SELECT record FROM incidents WHERE tenant = ?1
       AND (?2 IS NULL OR state IN (SELECT value FROM json_each(?2)))
       AND (?3 IS NULL OR condition IN (SELECT value FROM json_each(?3)))
       AND (?4 IS NULL OR app = ?4) AND (?5 IS NULL OR job_key = ?5) AND (?6 IS NULL OR assignee = ?6)
       AND (?7 IS NULL OR opened_at >= ?7) AND (?8 IS NULL OR (opened_at, id) < (?8, ?9))
       ORDER BY opened_at DESC, id DESC LIMIT ?10`,
      tenant,
      states,
      conditions,
      app,
      jobKey,
      assignee,
      fromMs,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    );
    return rows.map(([record]) => record as string);
  }

  /** Returns how many were removed. */
  trim(tenant: string, beforeMs: number): number {
    return this.#sql.run("DELETE FROM incidents WHERE tenant = ?1 AND resolved_at < ?2", tenant, beforeMs);
  }
}
