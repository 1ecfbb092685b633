import { existsSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { JsonValue } from "@mojob/core/ports";
import type { BoundValue } from "../statement/bound-values.ts";
import { base64Of } from "../statement/json-values.ts";
import { isBlank, leadingWords } from "../statement/leading-words.ts";
import type { SqliteReply, SqliteRequest } from "./sqlite-protocol.ts";

type Execute = Extract<SqliteRequest, { kind: "execute" }>;
type Failed = Extract<SqliteReply, { kind: "failed" }>;

/** Actions and replies of SQLite's authorizer (https://sqlite.org/c3ref/c_alter_table.html), which not all runtimes name. */
const ATTACH = 24;
const DETACH = 25;
const OK = 0;
const DENY = 1;

/** A statement that is not executed, with the reason. */
class Refusal extends Error {
  readonly why: Failed["why"];

  constructor(why: Failed["why"], message: string) {
    super(message);
    this.why = why;
  }
}

/** One statement on a file of its own opening, which stands still between the batches of its rows. */
export class SqliteStatement {
  readonly #database: DatabaseSync;
  readonly #order: Execute;
  readonly #columns: readonly string[];
  readonly #rows: Iterator<unknown> | null;
  #changed: number | null = null;
  #isOver = false;
  #readAhead: IteratorResult<unknown> | null = null;

  /** Opens the file and begins the statement. @throws Error as SQLite; Refusal */
  constructor(order: Execute) {
    this.#order = order;
    if (!existsSync(order.path)) throw new Refusal("missing", "there is no such file");
    this.#database = new DatabaseSync(order.path, { readOnly: order.readOnly, timeout: order.busyMs });
    try {
      if (order.readOnly) this.#database.exec("PRAGMA query_only = ON");
      keepToFile(this.#database);
      const statement = prepared(this.#database, order.statement);
      this.#columns = statement.columns().map(({ name }) => name);
      if (isTransactional(order.statement)) this.#database.exec("BEGIN");
      const values = order.values.map(parameterOf);
      if (this.#columns.length === 0) {
        this.#changed = Number(statement.run(...values).changes);
        this.#rows = null;
      } else {
        statement.setReadBigInts(true);
        statement.setReturnArrays(true);
        this.#rows = statement.iterate(...values);
      }
    } catch (error) {
      this.#database.close();
      throw error;
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

  /** Undoes what is not kept yet. */
  close(): void {
    try {
      // Its rows are let go first: a file is not closed under a statement that is under way.
      this.#rows?.return?.();
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    } finally {
      this.#database.close();
    }
  }
}

/** What is said of an error: a text, and why the statement failed. */
export function failureOf(error: unknown): Failed {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof Refusal) return { kind: "failed", message, why: error.why };
  const { errcode } = error as { readonly errcode?: unknown };
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

/** No statement opens another file, whatever its text; runtimes that have no such hook rely on its first word. */
function keepToFile(database: DatabaseSync): void {
  const { setAuthorizer } = database as { readonly setAuthorizer?: DatabaseSync["setAuthorizer"] };
  if (setAuthorizer === undefined) return;
  setAuthorizer.call(database, (action, name) =>
    // VACUUM attaches a file without a name.
    (action === ATTACH && name !== "") || action === DETACH ? DENY : OK,
  );
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
