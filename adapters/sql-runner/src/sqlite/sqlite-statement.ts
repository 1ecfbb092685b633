import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { JsonValue } from "@mojob/core/ports";
import type { BoundValue } from "../statement/bound-values.ts";
import { base64Of } from "../statement/json-values.ts";
import { isBlank, leadingWords } from "../statement/leading-words.ts";
import type { SqliteOrder, SqliteReply } from "./sqlite-protocol.ts";

type Failed = Extract<SqliteReply, { kind: "failed" }>;

/** A statement that is not executed, with the reason. */
class Refusal extends Error {
  readonly why: Failed["why"];

  constructor(why: Failed["why"], message: string) {
    super(message);
    this.why = why;
  }
}

/** One statement on an open file, which stands still between the batches of its rows. */
export class SqliteStatement {
  readonly #database: DatabaseSync;
  readonly #order: SqliteOrder;
  readonly #columns: readonly string[];
  readonly #rows: Iterator<unknown> | null;
  #changed: number | null = null;
  #isOver = false;
  #readAhead: IteratorResult<unknown> | null = null;

  /** Begins it. @throws Error as SQLite; Refusal */
  constructor(database: DatabaseSync, order: SqliteOrder) {
    this.#database = database;
    this.#order = order;
    const statement = prepared(database, order.statement);
    this.#columns = statement.columns().map(({ name }) => name);
    if (isTransactional(order.statement)) database.exec("BEGIN");
    const values = order.values.map(parameterOf);
    if (this.#columns.length === 0) {
      this.#changed = Number(statement.run(...values).changes);
      this.#rows = null;
    } else {
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      this.#rows = statement.iterate(...values);
    }
  }

  /** The next rows. What was changed is kept once it is called after the last of them. @throws Error as SQLite; Refusal */
  batch(): SqliteReply {
    const { batchRows, mostBytes } = this.#order;
    const rows: (readonly JsonValue[])[] = [];
    let bytes = 0;
    while (this.#rows !== null && !this.#isOver) {
      const next = this.#readAhead ?? this.#rows.next();
      this.#readAhead = null;
      if (next.done === true) {
        this.#isOver = true;
        break;
      }
      const values = next.value as readonly unknown[];
      const size = sizeOf(values);
      if (size > mostBytes) throw new Refusal("rows", "one of its rows is too large");
      if (rows.length === batchRows || (rows.length > 0 && bytes + size > mostBytes)) {
        this.#readAhead = next;
        break;
      }
      rows.push(values.map(valueOf));
      bytes += size;
    }
    // Who takes the rows may find them too many, and has what was changed undone.
    const isKept = rows.length === 0 || (this.#isOver && this.#order.readOnly);
    if (isKept && this.#database.isTransaction) this.#database.exec("COMMIT");
    return { kind: "rows", columns: this.#columns, rows, end: isKept ? { changed: this.#changed } : null };
  }
}

/** What is said of an error: a text, and why the statement failed. */
export function failureOf(error: unknown): Failed {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal) return { kind: "failed", message, why: error.why };
  const { errcode, code } = error as { readonly errcode?: unknown; readonly code?: unknown };
  if (code === "ENOENT") return { kind: "failed", message: "there is no such file", why: "missing" };
  return { kind: "failed", message, why: typeof errcode === "number" ? errcode & 0xff : null };
}

/** @throws Refusal for text after the statement; Error as SQLite */
function prepared(database: DatabaseSync, text: string): StatementSync {
  const statement = database.prepare(text);
  // SQLite itself says where it ended; the rest it would pass over in silence.
  if (!text.startsWith(statement.sourceSQL) || !isBlank(text.slice(statement.sourceSQL.length)))
    throw new Refusal("several", "it is more than one statement");
  return statement;
}

function isTransactional(text: string): boolean {
  return leadingWords(text, 1)[0] !== "VACUUM";
}

function sizeOf(values: readonly unknown[]): number {
  let size = 0;
  for (const value of values) {
    if (typeof value === "string") size += value.length;
    else if (value instanceof Uint8Array) size += Math.ceil((value.byteLength * 4) / 3);
    size += 8;
  }
  return size;
}

/** Whole numbers are bound as such: SQLite would keep them as floating point. */
function parameterOf(value: BoundValue): string | number | bigint | null {
  if (typeof value === "boolean") return value ? 1n : 0n;
  return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
}

/** Numbers where they are exact, bytes in base64. */
function valueOf(value: unknown): JsonValue {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return base64Of(value);
  return value as string | null;
}
