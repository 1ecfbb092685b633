import { type JsonObject, WorkErrorCode } from "@mojob/core/ports";
import type { RowBatch } from "../databases/execution.ts";
import { SqlFailure } from "../sql-failure.ts";

/** Rows with the names of their columns. @throws SqlFailure `sql_refused` where two columns have one name */
export function rowObjects({ columns, rows }: RowBatch): readonly JsonObject[] {
  assertDistinct(columns);
  return rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index] ?? null])));
}

function assertDistinct(columns: readonly string[]): void {
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice === undefined) return;
  throw new SqlFailure(
    WorkErrorCode.SqlRefused,
    `two of its columns are called "${twice}": names of their own are wanted (AS)`,
  );
}
