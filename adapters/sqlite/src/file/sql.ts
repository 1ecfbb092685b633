import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SqlValue } from "../rows/sql-value.ts";

export type SqlRow = readonly SqlValue[];

/** Statements are made from the shape of a change, so their number is bounded by what callers do; this bounds it for sure. */
const MOST_STATEMENTS = 500;

/** A connection whose statements are prepared once; rows are arrays. */
export class Sql {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #isOpen = true;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  all(sql: string, ...values: SqlValue[]): readonly SqlRow[] {
    return this.#prepare(sql).all(...values) as unknown as readonly SqlRow[];
  }

  get(sql: string, ...values: SqlValue[]): SqlRow | undefined {
    return this.#prepare(sql).get(...values) as unknown as SqlRow | undefined;
  }

  /** Returns how many rows it changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return Number(this.#prepare(sql).run(...values).changes);
  }

  /** Returns the number of the row it inserted; `null` where it inserted none. */
  insert(sql: string, ...values: SqlValue[]): number | null {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return Number(changes) === 0 ? null : Number(lastInsertRowid);
  }

  /** For statements without values, several at once too; they are not kept. */
  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** How many rows it has changed since it was opened. */
  get changes(): number {
    const [changes] = this.get("SELECT total_changes()") as [number];
    return changes;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
      statement = this.#database.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
