import type { JsonObject, JsonValue } from "@mojob/core/ports";

/** How long a look may take, and what ends it before. */
export interface Within {
  readonly signal: AbortSignal;
  /** After it the database ends a statement that nobody waits for any longer. */
  readonly timeoutMs: number;
}

/** An open connection to a database, for one look. */
export interface Database {
  /**
   * Executes one statement, which can only read.
   * @throws DatabaseMistake where the statement is wrong; Error where the database is unavailable
   */
  query(sql: string, values: readonly JsonValue[]): Promise<readonly JsonObject[]>;
  /** Whether there is a table or a view, in that schema or where the connection looks by itself; `null` where there is none. */
  findTable(schema: string | null, table: string): Promise<"table" | "view" | null>;
  close(): void;
}

/** A mistake in the request: asking again changes nothing. */
export class DatabaseMistake extends Error {
  override readonly name = "DatabaseMistake";
}

/** Codes of the SQL standard: a syntax error or a missing right, a write where nothing may be written, and a value of the wrong type. */
const MISTAKES = /^(42|25006|22|07)/;
/** A table that is not there yet may come. */
const NO_TABLE: ReadonlySet<string> = new Set(["42P01", "42S02"]);

/** The error as it was, or as a mistake where the database says so. @param state its SQLSTATE */
export function judged(error: unknown, state: unknown): unknown {
  if (typeof state !== "string" || !MISTAKES.test(state) || NO_TABLE.has(state)) return error;
  return new DatabaseMistake(error instanceof Error ? error.message : String(error), { cause: error });
}

/** The type that the standard's catalogue states for a table. */
export function tableType(rows: readonly JsonObject[]): "table" | "view" | null {
  const [row] = rows;
  if (row === undefined) return null;
  return row["type"] === "VIEW" ? "view" : "table";
}
