import {
  type Act,
  type ActLink,
  type HistoryQuery,
  type IMoHistoryStore,
  type LinkedAct,
  MoJobError,
  MoJobErrorCode,
  type Page,
  type PageRequest,
} from "@mojob/core/ports";
import type { Database } from "../link/database.ts";
import { toActQueryRow, toActRows, toLinkedAct } from "../rows/act-row.ts";

/** Keeps acts in a SQLite file. */
export class HistoryStoreSqlite implements IMoHistoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append(acts: readonly Act[], links: readonly ActLink[] = []): Promise<void> {
    if (acts.length > 0) await this.#database.write((file) => file.history.insert(toActRows(acts, links)));
  }

  async known(tenant: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const wanted = JSON.stringify(ids);
    return new Set(await this.#database.read((file) => file.history.known(tenant, wanted)));
  }

  async list(query: HistoryQuery, page: PageRequest): Promise<Page<Act>> {
    const { items, nextCursor } = await this.#page(query, page);
    return { items: items.map(({ act }) => act), nextCursor };
  }

  listLinked(tenant: string, page: PageRequest): Promise<Page<LinkedAct>> {
    return this.#page({ tenant }, page);
  }

  async outdated(tenant: string, before: Date, most: number, limit: number): Promise<readonly LinkedAct[]> {
    const beforeMs = before.getTime();
    const rows = await this.#database.read((file) => file.history.outdated(tenant, beforeMs, most, limit));
    return rows.map(toLinkedAct);
  }

  remove(tenant: string, ids: readonly string[]): Promise<number> {
    const wanted = JSON.stringify(ids);
    return this.#database.write((file) => file.history.remove(tenant, wanted));
  }

  async #page(query: HistoryQuery, { limit, cursor }: PageRequest): Promise<Page<LinkedAct>> {
    const before = cursor === undefined ? null : readCursor(cursor);
    // One more than asked for shows whether another page follows.
    const rows = await this.#database.read((file) =>
      file.history.list(toActQueryRow(query), before, limit + 1),
    );
    const items = rows.slice(0, limit).map(toLinkedAct);
    return { items, nextCursor: rows.length > limit ? (items.at(-1)?.act.id ?? null) : null };
  }
}

/** The id of the last act of the page before. */
function readCursor(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot go on at cursor "${cursor}": no list made it`);
}
