import {
  type Act,
  type HistoryQuery,
  type IMoHistoryStore,
  MoJobError,
  MoJobErrorCode,
  type Page,
  type PageRequest,
} from "@mojob/core/ports";
import type { Database } from "../link/database.ts";
import { toAct, toActQueryRow, toActRow } from "../rows/act-row.ts";

/** Keeps acts in a SQLite file. */
export class HistoryStoreSqlite implements IMoHistoryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async append(acts: readonly Act[]): Promise<void> {
    if (acts.length > 0) await this.#database.write((file) => file.history.insert(acts.map(toActRow)));
  }

  async list(query: HistoryQuery, { limit, cursor }: PageRequest): Promise<Page<Act>> {
    const before = cursor === undefined ? null : readCursor(cursor);
    // One more than asked for shows whether another page follows.
    const records = await this.#database.read((file) =>
      file.history.list(toActQueryRow(query), before, limit + 1),
    );
    const items = records.slice(0, limit).map(toAct);
    return { items, nextCursor: records.length > limit ? (items.at(-1)?.id ?? null) : null };
  }

  trim(tenant: string, before: Date, most: number): Promise<number> {
    return this.#database.write((file) => file.history.trim(tenant, before.getTime(), most));
  }
}

/** The id of the last act of the page before. */
function readCursor(cursor: string): string {
  if (/^[\da-f-]{36}$/.test(cursor)) return cursor;
  throw new MoJobError(MoJobErrorCode.InvalidArgument, `Cannot go on at cursor "${cursor}": no list made it`);
}
