import {
  encodeCursor,
  fromTaggedJson,
  type IMoIncidentStore,
  type Incident,
  type IncidentQuery,
  type Page,
  type PageRequest,
  parseCursor,
  toTaggedJson,
} from "@mojob/core/ports";
import type { SqlRow } from "../file/sql.ts";
import type { Database } from "../link/database.ts";
import type { SqlValue } from "../rows/sql-value.ts";

/** Keeps incidents in a SQLite file: a row holds the record, and in columns of their own what it is found by. */
export class IncidentStoreSqlite implements IMoIncidentStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Writes those whose revision is the next one. */
  async write(incidents: readonly Incident[]): Promise<readonly boolean[]> {
    if (incidents.length === 0) return [];
    const rows = incidents.map(toRow);
    return this.#database.write(({ sql }) =>
      rows.map(
        (row) =>
          sql.run(
            `INSERT INTO incidents SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14
       WHERE coalesce((SELECT revision FROM incidents WHERE tenant = ?1 AND id = ?2), 0) = ?5 - 1
       ON CONFLICT DO UPDATE SET revision = excluded.revision, state = excluded.state, assignee = excluded.assignee,
         resolved_at = excluded.resolved_at, settled = excluded.settled, record = excluded.record`,
            ...row,
          ) > 0,
      ),
    );
  }

  async get(tenant: string, ids: readonly string[]): Promise<readonly (Incident | null)[]> {
    const rows = await this.#all(
      "SELECT record, id FROM incidents WHERE tenant = ?1 AND id IN (SELECT value FROM json_each(?2))",
      tenant,
      JSON.stringify(ids),
    );
    const found = new Map(rows.map((row) => [row[1] as string, toIncident(row)]));
    return ids.map((id) => found.get(id) ?? null);
  }

  async unsettled(tenant: string, limit: number): Promise<readonly Incident[]> {
    const rows = await this.#all(
      "SELECT record FROM incidents WHERE tenant = ?1 AND settled = 0 ORDER BY opened_at, id LIMIT ?2",
      tenant,
      limit,
    );
    return rows.map(toIncident);
  }

  async latest(tenant: string, keys: readonly string[]): Promise<ReadonlyMap<string, Incident>> {
    const rows = await this.#all(
      `SELECT record, key, max(number) FROM incidents
       WHERE tenant = ?1 AND key IN (SELECT value FROM json_each(?2)) GROUP BY key`,
      tenant,
      JSON.stringify(keys),
    );
    return new Map(rows.map((row) => [row[1] as string, toIncident(row)]));
  }

  async list(query: IncidentQuery, { limit, cursor }: PageRequest): Promise<Page<Incident>> {
    const { tenant, states, conditions, app, jobKey, assignee, from } = query;
    const [openedAt, id] = cursor === undefined ? [] : parseCursor(cursor, ["number", "string"]);
    const rows = await this.#all(
      `SELECT record FROM incidents WHERE tenant = ?1
       AND (?2 IS NULL OR state IN (SELECT value FROM json_each(?2)))
       AND (?3 IS NULL OR condition IN (SELECT value FROM json_each(?3)))
       AND (?4 IS NULL OR app = ?4) AND (?5 IS NULL OR job_key = ?5) AND (?6 IS NULL OR assignee = ?6)
       AND (?7 IS NULL OR opened_at >= ?7) AND (?8 IS NULL OR (opened_at, id) < (?8, ?9))
       ORDER BY opened_at DESC, id DESC LIMIT ?10`,
      tenant,
      states === undefined ? null : JSON.stringify(states),
      conditions === undefined ? null : JSON.stringify(conditions),
      app ?? null,
      jobKey ?? null,
      assignee ?? null,
      from?.getTime() ?? null,
      openedAt ?? null,
      id ?? null,
      // One more than asked for shows whether another page follows.
      limit + 1,
    );
    const items = rows.slice(0, limit).map(toIncident);
    const last = items.at(-1);
    const hasMore = rows.length > limit && last !== undefined;
    return { items, nextCursor: hasMore ? encodeCursor([last.openedAt.getTime(), last.id]) : null };
  }

  trim(tenant: string, before: Date): Promise<number> {
    const beforeMs = before.getTime();
    return this.#database.write(({ sql }) =>
      sql.run("DELETE FROM incidents WHERE tenant = ?1 AND resolved_at < ?2", tenant, beforeMs),
    );
  }

  #all(statement: string, ...values: SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#database.read(({ sql }) => sql.all(statement, ...values));
  }
}

/** In the order of the columns; what there is not is the empty text. */
function toRow(incident: Incident): SqlValue[] {
  return [
    incident.tenant,
    incident.id,
    incident.key,
    incident.number,
    incident.revision,
    incident.condition,
    incident.state,
    incident.app ?? "",
    incident.jobKey ?? "",
    incident.assignee ?? "",
    incident.openedAt.getTime(),
    incident.resolvedAt?.getTime() ?? null,
    incident.isSettled ? 1 : 0,
    toTaggedJson(incident),
  ];
}

function toIncident([record]: SqlRow): Incident {
  return fromTaggedJson(record as string) as Incident;
}
