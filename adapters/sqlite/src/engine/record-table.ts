import { MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  fieldOf,
  fromTaggedJson,
  readerOf,
  type RecordDefinition,
  type Recorded,
  type RecordFieldType,
  toComparable,
  toTaggedJson,
} from "@mojob/core/ports";
import type { Sql, SqlRow } from "../file/sql.ts";
import type { SqlValue } from "../rows/sql-value.ts";

/** Columns of every table; the others hold long parts of items, and what items are found by. */
const OWN: readonly string[] = ["tenant", "id", "revision", "record"];

const TYPES: Readonly<Record<RecordFieldType, string>> = {
  text: "TEXT",
  number: "REAL",
  time: "INTEGER",
  flag: "INTEGER",
};

/**
 * The table of a kind of small records. A row is an item as JSON, with its long parts apart; what it is found by is in virtual
 * columns. Tables of earlier versions have copies of these values instead, and the empty text where there is no value.
 */
export class RecordTable<Item extends Recorded, Field extends string> {
  readonly #definition: RecordDefinition<Item, Field>;
  readonly #columns: ReadonlyMap<string, ColumnInfo>;
  readonly #apart: readonly (keyof Item & string)[];
  /** Fields of which the rows have copies. */
  readonly #copied: readonly Field[];
  /** Writes the values of `toRow` where the stored revision is the one before. */
  readonly putStatement: string;

  /** Makes the table, its columns and its indexes where they are not there. */
  constructor(sql: Sql, definition: RecordDefinition<Item, Field>) {
    createTable(sql, definition);
    this.#definition = definition;
    this.#columns = columnsOf(sql, definition.name);
    this.#apart = Object.keys(definition.apart ?? {}) as (keyof Item & string)[];
    this.#copied = fieldsOf(definition).filter((field) => this.#isCopy(columnOf(field)));
    const given = [...OWN, ...[...this.#apart, ...this.#copied].map(columnOf)];
    const written = given
      .map((column, index) => ({ name: `"${column}"`, place: `?${index + 1}`, column }))
      .filter(({ column }) => this.#columns.get(column)?.isVirtual === false);
    const changed = written.filter(({ column }) => column !== "tenant" && column !== "id");
    this.putStatement = `INSERT INTO ${this.name} (${written.map(({ name }) => name).join(", ")})
      SELECT ${written.map(({ place }) => place).join(", ")}
      WHERE coalesce((SELECT revision FROM ${this.name} WHERE tenant = ?1 AND id = ?2), 0) = ?3 - 1
      ON CONFLICT DO UPDATE SET ${changed.map(({ name }) => `${name} = excluded.${name}`).join(", ")}`;
  }

  get name(): string {
    return `"${this.#definition.name}"`;
  }

  toRow(item: Item): readonly SqlValue[] {
    const { key, apart, fields, name: kind } = this.#definition;
    if ("id" in fields && readerOf(this.#definition, "id" as Field)(item) !== key(item))
      throw new MoJobError(
        MoJobErrorCode.InvalidArgument,
        `Cannot keep a record of "${kind}" under "${key(item)}": its field "id" must be its key`,
      );
    const whole = { ...item };
    for (const name of this.#apart) delete whole[name];
    const parts = this.#apart.map((name) =>
      apart?.[name] === "text" ? (item[name] as string) : toTaggedJson(item[name]),
    );
    const own = [item.tenant, key(item), item.revision ?? 1, toTaggedJson(whole)];
    return [...own, ...parts, ...this.#copiesOf(item)];
  }

  /** The columns that `toItem` reads. */
  selection(without: readonly (keyof Item)[]): string {
    const names = this.#apart.filter((name) => !without.includes(name));
    const checked = this.#definition.isChecked === true ? ["tenant", "id", ...this.#copied] : [];
    return ["record", ...names, ...checked].map((name) => `"${columnOf(name)}"`).join(", ");
  }

  toItem([record, ...columns]: SqlRow, without: readonly (keyof Item)[]): Item {
    const { apart, isChecked = false, key } = this.#definition;
    const item = fromTaggedJson(record as string) as Item;
    const names = this.#apart.filter((name) => !without.includes(name));
    for (const [index, name] of names.entries()) {
      const text = columns[index] as string;
      item[name] = (apart?.[name] === "text" ? text : fromTaggedJson(text)) as Item[typeof name];
    }
    if (!isChecked) return item;
    const filed = [item.tenant, key(item), ...this.#copiesOf(item)];
    const isMisfiled = filed.some((value, index) => value !== columns[names.length + index]);
    return isMisfiled ? { ...item, isMisfiled } : item;
  }

  /** The value of a field's column where an item has none. */
  nothingIn(field: Field): string | null {
    const column = columnOf(field);
    return this.#isCopy(column) && this.#columns.get(column)?.isRequired === true ? "" : null;
  }

  #copiesOf(item: Item): readonly SqlValue[] {
    return this.#copied.map(
      (field) => toComparable(readerOf(this.#definition, field)(item)) ?? this.nothingIn(field),
    );
  }

  #isCopy(column: string): boolean {
    return !OWN.includes(column) && this.#columns.get(column)?.isVirtual === false;
  }
}

/** `jobKey` is in `job_key`. */
export function columnOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface ColumnInfo {
  readonly isVirtual: boolean;
  readonly isRequired: boolean;
}

function fieldsOf<Field extends string>({ fields }: { readonly fields: Readonly<Record<Field, unknown>> }) {
  return Object.keys(fields) as Field[];
}

function columnsOf(sql: Sql, table: string): ReadonlyMap<string, ColumnInfo> {
  const rows = sql.all(`SELECT name, hidden, "notnull" FROM pragma_table_xinfo(?)`, table);
  return new Map(
    rows.map(([name, hidden, notNull]) => [
      name as string,
      { isVirtual: hidden !== 0, isRequired: notNull === 1 },
    ]),
  );
}

function createTable<Item extends Recorded, Field extends string>(
  sql: Sql,
  definition: RecordDefinition<Item, Field>,
): void {
  const { name, apart = {}, indexes = {} } = definition;
  const own = "tenant TEXT NOT NULL, id TEXT NOT NULL, revision INTEGER NOT NULL, record TEXT NOT NULL";
  const parts = Object.keys(apart).map((one) => `"${columnOf(one)}" TEXT NOT NULL, `);
  sql.exec(`CREATE TABLE IF NOT EXISTS "${name}" (${own}, ${parts.join("")}PRIMARY KEY (tenant, id)) STRICT`);
  const columns = columnsOf(sql, name);
  for (const field of fieldsOf(definition)) {
    const { type, path } = fieldOf(definition, field);
    const value = `record ->> '$.${path}${type === "time" ? '."$date"' : ""}'`;
    const column = `"${columnOf(field)}" ${TYPES[type]} GENERATED ALWAYS AS (${value}) VIRTUAL`;
    if (!columns.has(columnOf(field))) sql.exec(`ALTER TABLE "${name}" ADD COLUMN ${column}`);
  }
  for (const [index, order] of Object.entries(indexes)) {
    const inOrder = Object.entries(order).map(
      ([field, way]) => `"${columnOf(field)}" ${way === -1 ? "DESC" : "ASC"}`,
    );
    // The primary key is one on the key already.
    if (Object.keys(order).join() !== "id")
      sql.exec(`CREATE INDEX IF NOT EXISTS "${name}_${index}" ON "${name}" (tenant, ${inOrder.join(", ")})`);
  }
}
