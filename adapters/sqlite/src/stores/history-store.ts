import {
  type Act,
  type ActLink,
  completeAct,
  fromTaggedJson,
  type HistoryQuery,
  type IMoHistoryStore,
  type LinkedAct,
  MoJobError,
  MoJobErrorCode,
  type Page,
  type PageRequest,
  type StoredAct,
  toTaggedJson,
} from "@mojob/core/ports";
import type { SqlRow } from "../file/sql.ts";
import type { Database } from "../link/database.ts";
import type { SqlValue } from "../rows/sql-value.ts";

/** Copies of values of an act, by which it is found. */
const FILED = "tenant, id, at, app, job_key, run, made, operation, kind";

/** Keeps acts in a SQLite file, each a record with what it is found by beside. */
export class HistoryStoreSqlite implements IMoHistoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** An act that is there already stays as it is, and has the links that are new to it besides. */
  async append(acts: readonly Act[], links: readonly ActLink[] = []): Promise<void> {
    if (acts.length === 0) return;
    const byAct = Map.groupBy(links, ({ act }) => act);
    const rows = acts.map((act) => [...filingOf(act), toTaggedJson(act), linksText(byAct.get(act.id) ?? [])]);
    await this.#database.write(({ sql }) => {
      for (const row of rows)
        sql.run(
          `INSERT INTO history (${FILED}, record, links) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
         ON CONFLICT (tenant, id) DO UPDATE SET links = (
           SELECT json_group_array(json(value)) FROM (
             SELECT value FROM json_each(history.links) UNION SELECT value FROM json_each(excluded.links)))
         WHERE excluded.links <> '[]'`,
          ...row,
        );
    });
  }

  async known(tenant: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.#all(
      "SELECT id FROM history WHERE tenant = ?1 AND id IN (SELECT value FROM json_each(?2))",
      tenant,
      JSON.stringify(ids),
    );
    return new Set(rows.map(([id]) => id as string));
  }

  async list(query: HistoryQuery, page: PageRequest): Promise<Page<Act>> {
    const { items, nextCursor } = await this.#page(query, page);
    return { items: items.map(({ act }) => act), nextCursor };
  }

  listLinked(tenant: string, page: PageRequest): Promise<Page<LinkedAct>> {
    return this.#page({ tenant }, page);
  }

  /** The oldest first. */
  async outdated(tenant: string, before: Date, most: number, limit: number): Promise<readonly LinkedAct[]> {
    const rows = await this.#all(
      `SELECT record, links, ${FILED} FROM history WHERE tenant = ?1 AND (at < ?2 OR id <= (
         SELECT id FROM history WHERE tenant = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?3)) ORDER BY id LIMIT ?4`,
      tenant,
      before.getTime(),
      most,
      limit,
    );
    return rows.map(toLinkedAct);
  }

  remove(tenant: string, ids: readonly string[]): Promise<number> {
    const wanted = JSON.stringify(ids);
    const statement = "DELETE FROM history WHERE tenant = ?1 AND id IN (SELECT value FROM json_each(?2))";
    return this.#database.write(({ sql }) => sql.run(statement, tenant, wanted));
  }

  /** The newest first. */
  async #page(query: HistoryQuery, { limit, cursor }: PageRequest): Promise<Page<LinkedAct>> {
    const { tenant, app, jobKeys, instanceId, operation, kind, from, to, actor, outcome, subject } = query;
    const rows = await this.#all(
      `SELECT record, links, ${FILED} FROM history WHERE tenant = ?1 AND (?2 IS NULL OR app = ?2) AND (?3 IS NULL OR operation = ?3)
       AND (?4 IS NULL OR run = ?4 OR made = ?4) AND (?5 IS NULL OR job_key IN (SELECT value FROM json_each(?5)))
       AND (?6 IS NULL OR at >= ?6) AND (?7 IS NULL OR id < ?7) AND (?8 IS NULL OR kind = ?8)
       AND (?10 IS NULL OR at < ?10) AND (?11 IS NULL OR actor = ?11 OR actor_name = ?11)
       AND (?12 IS NULL OR outcome = ?12) AND (?13 IS NULL OR subject = ?13) AND (?14 IS NULL OR subject_id = ?14)
       AND (?15 = 0 OR (subject IS NULL AND outcome = 'done')) ORDER BY id DESC LIMIT ?9`,
      tenant,
      app ?? null,
      operation ?? null,
      instanceId ?? null,
      jobKeys === undefined ? null : JSON.stringify(jobKeys.map((key) => key ?? "")),
      from?.getTime() ?? null,
      cursor === undefined ? null : readCursor(cursor),
      kind ?? null,
      // One more than asked for shows whether another page follows.
      limit + 1,
      to?.getTime() ?? null,
      actor ?? null,
      outcome ?? null,
      subject?.type ?? null,
      subject?.id ?? null,
      query.isWork === true ? 1 : 0,
    );
    const items = rows.slice(0, limit).map(toLinkedAct);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.act.id ?? null) : null };
  }

  #all(statement: string, ...values: SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#database.read(({ sql }) => sql.all(statement, ...values));
  }
}

/** In the order of `FILED`; what there is not is the empty text. */
function filingOf(act: Act): readonly SqlValue[] {
  const { tenant, id, at, app, jobKey, instanceId, madeId, operation, kind } = act;
  return [
    tenant,
    id,
    at.getTime(),
    app ?? "",
    jobKey ?? "",
    instanceId ?? "",
    madeId ?? "",
    operation ?? "",
    kind,
  ];
}

/** The same text for the same links: it shows that a link is there already. */
function linksText(links: readonly ActLink[]): string {
  return JSON.stringify(links.map(({ act, writer, n, prev, hash }) => ({ act, writer, n, prev, hash })));
}

function toLinkedAct([record, links, ...filed]: SqlRow): LinkedAct {
  const act = completeAct(fromTaggedJson(record as string) as StoredAct);
  const isMisfiled = filingOf(act).some((value, column) => value !== filed[column]);
  return { act, links: JSON.parse(links as string) as readonly ActLink[], ...(isMisfiled && { isMisfiled }) };
}

/** The id of the last act of the page before. */
function readCursor(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot go on at cursor "${cursor}": no list made it`);
}
