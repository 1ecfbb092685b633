import {
  type JobWork,
  type JsonValue,
  registeredKind,
  type RegisteredKind,
  type RegisteredWork,
} from "@mojob/core/ports";

/** The kind of work that executes one statement on a database. */
export const SQL_KIND: RegisteredKind = registeredKind("sql");

/** How rows are written into a file. */
export const SqlFormat = {
  /** RFC 4180, with a line of names; a text that a spreadsheet would take for a formula begins with an apostrophe. */
  Csv: "csv",
  /** A JSON object a line. */
  JsonLines: "jsonl",
} as const;
export type SqlFormat = (typeof SqlFormat)[keyof typeof SqlFormat];

/** A value that is bound to a place of the statement: itself, or the part of the run's arguments at a JSON pointer (RFC 6901). */
export type SqlValue = string | number | boolean | null | { readonly arg: string };

/** The file of the run that gets the rows. */
export interface SqlOutput {
  /** Its name: 1 to 200 characters, without "/" and "\\". */
  readonly file: string;
  readonly format: SqlFormat;
}

/** One statement on a database that the worker's operator has named. */
export interface SqlWork extends RegisteredWork {
  readonly connection: string;
  /** In the database's own words. Values stand in it as its places alone: `$1` in PostgreSQL, `?` elsewhere. */
  readonly statement: string;
  /** In the order of their places. @default none */
  readonly values?: readonly (SqlValue & JsonValue)[];
  /** @default the rows become the result */
  readonly output?: SqlOutput & { readonly [name: string]: JsonValue };
  /** How many rows it may return, where that is less than the worker allows; more fail the run. @default as many as the worker allows */
  readonly maxRows?: number;
}

export function isSqlWork(work: JobWork): work is SqlWork {
  return work.kind === SQL_KIND;
}
