import type { Sql } from "../file/sql.ts";
import type { DefinitionQueryRow, DefinitionRow } from "../rows/definition-row.ts";

/** The stored record of a key after a registration: `null` where it is the given one. */
export type Registered = string | null;

/** A record with its key, by which one is named that cannot be read. */
export type KeyedRecord = readonly [key: string, record: string];

/** The definitions of a file. Records are text here; what is asked for stands in columns beside. */
export class Definitions {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Writes what is new; returns the record that stands where the key exists. */
  insert(rows: readonly DefinitionRow[]): readonly Registered[] {
    return rows.map((row) => {
      const standing = this.#record(row.tenant, row.key);
      if (standing === undefined) this.#write(row);
      return standing ?? null;
    });
  }

  /** Writes over the record that is `expected`; returns the one that stands now. */
  swap(row: DefinitionRow, expected: string): string | undefined {
    if (this.#record(row.tenant, row.key) === expected) this.#write(row);
    return this.#record(row.tenant, row.key);
  }

  /** Writes over the revision that is expected; returns whether it was. */
  replace(row: DefinitionRow, expectedRevision: number): boolean {
    const standing = this.#sql.get(
      "SELECT revision FROM definitions WHERE tenant = ? AND key = ?",
      row.tenant,
      row.key,
    );
    if (standing?.[0] !== expectedRevision) return false;
    this.#write(row);
    return true;
  }

  /** Removes the revision that is expected; returns the app of what it removed. */
  remove(tenant: string, key: string, expectedRevision: number): string | null {
    const row = this.#sql.get(
      "DELETE FROM definitions WHERE tenant = ? AND key = ? AND revision = ? RETURNING app",
      tenant,
      key,
      expectedRevision,
    );
    return (row?.[0] as string | undefined) ?? null;
  }

  getMany(tenant: string, keys: readonly string[]): readonly KeyedRecord[] {
    return [...new Set(keys)].flatMap((key) => {
      const record = this.#record(tenant, key);
      return record === undefined ? [] : [[key, record] as const];
    });
  }

  getAll(tenant: string): readonly KeyedRecord[] {
    const rows = this.#sql.all("SELECT key, record FROM definitions WHERE tenant = ? ORDER BY key", tenant);
    return rows.map(([key, record]) => [key as string, record as string]);
  }

  list(
    { tenant, kind, app, tag, disabled, search }: DefinitionQueryRow,
    after: string,
    limit: number,
  ): readonly KeyedRecord[] {
    const rows = this.#sql.all(
      `SELECT key, record FROM definitions
       WHERE tenant = ?1 AND key > ?2 AND (?3 IS NULL OR kind = ?3) AND (?4 IS NULL OR app = ?4)
         AND (?5 IS NULL OR disabled = ?5) AND (?6 IS NULL OR instr(search, ?6) > 0)
         AND (?7 IS NULL OR EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?7))
       ORDER BY key LIMIT ?8`,
      tenant,
      after,
      kind,
      app,
      disabled,
      search,
      tag,
      limit,
    );
    return rows.map(([key, record]) => [key as string, record as string]);
  }

  #record(tenant: string, key: string): string | undefined {
    const row = this.#sql.get("SELECT record FROM definitions WHERE tenant = ? AND key = ?", tenant, key);
    return row?.[0] as string | undefined;
  }

  #write({ tenant, key, app, kind, revision, disabled, search, tags, record }: DefinitionRow): void {
    this.#sql.run(
      "INSERT OR REPLACE INTO definitions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
      tenant,
      key,
      app,
      kind,
      revision,
      disabled,
      search,
      tags,
      record,
    );
  }
}
