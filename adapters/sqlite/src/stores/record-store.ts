import {
  type IMoRecordStore,
  type RecordDefinition,
  type Recorded,
  type RecordFilter,
  type RecordQuery,
  toComparable,
} from "@mojob/core/ports";
import { columnOf, RecordTable } from "../engine/record-table.ts";
import { recordsWhere } from "../engine/record-where.ts";
import type { Database } from "../link/database.ts";

/** Keeps small records of one kind in a SQLite file, in a table that is made with the first call. */
export class RecordStoreSqlite<Item extends Recorded, Field extends string> implements IMoRecordStore<
  Item,
  Field
> {
  readonly definition: RecordDefinition<Item, Field>;
  readonly #database: Database;
  #table: Promise<RecordTable<Item, Field>> | null = null;

  constructor(database: Database, definition: RecordDefinition<Item, Field>) {
    this.definition = definition;
    this.#database = database;
  }

  async put(items: readonly Item[]): Promise<readonly boolean[]> {
    if (items.length === 0) return [];
    const table = await this.#open();
    const rows = items.map((item) => table.toRow(item));
    return this.#database.write(({ sql }) => rows.map((row) => sql.run(table.putStatement, ...row) > 0));
  }

  async get(tenant: string, keys: readonly string[]): Promise<readonly (Item | null)[]> {
    const table = await this.#open();
    const statement = `SELECT ${table.selection([])} FROM ${table.name} WHERE tenant = ? AND id = ?`;
    const rows = await this.#database.read(({ sql }) => keys.map((key) => sql.get(statement, tenant, key)));
    return rows.map((row) => (row === undefined ? null : table.toItem(row, [])));
  }

  async find<Left extends keyof Item = never>(
    query: RecordQuery<Field>,
    without: readonly Left[] = [],
  ): Promise<readonly Omit<Item, Left>[]> {
    const { order, descending = false, after = [], skip = 0, limit } = query;
    const table = await this.#open();
    const { text, values } = recordsWhere(query, (field) => table.nothingIn(field));
    const columns = order.map((field) => `"${columnOf(field)}"`);
    const behind = ` AND (${columns.join(", ")}) ${descending ? "<" : ">"} (${after.map(() => "?").join(", ")})`;
    const statement = `SELECT ${table.selection(without)} FROM ${table.name} WHERE ${text}${after.length > 0 ? behind : ""}
      ORDER BY ${columns.map((column) => `${column}${descending ? " DESC" : ""}`).join(", ")} LIMIT ? OFFSET ?`;
    const given = [...values, ...after.map(toComparable), limit, skip];
    const rows = await this.#database.read(({ sql }) => sql.all(statement, ...given));
    return rows.map((row) => table.toItem(row, without));
  }

  async count(tenant: string): Promise<number> {
    const table = await this.#open();
    const row = await this.#database.read(({ sql }) =>
      sql.get(`SELECT count(*) FROM ${table.name} WHERE tenant = ?`, tenant),
    );
    return (row as unknown as readonly [number])[0];
  }

  async remove(tenant: string, where: RecordFilter<Field>): Promise<number> {
    const table = await this.#open();
    const { text, values } = recordsWhere({ tenant, where }, (field) => table.nothingIn(field));
    return this.#database.write(({ sql }) => sql.run(`DELETE FROM ${table.name} WHERE ${text}`, ...values));
  }

  /** A failure to make the table is one of the call alone: the next one tries again. */
  async #open(): Promise<RecordTable<Item, Field>> {
    this.#table ??= this.#database.write(({ sql }) => new RecordTable(sql, this.definition));
    try {
      return await this.#table;
    } catch (error) {
      this.#table = null;
      throw error;
    }
  }
}
