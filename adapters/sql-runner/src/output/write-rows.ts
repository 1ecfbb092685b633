import type { JsonValue, WorkFiles } from "@mojob/core/ports";
import { NonRetryableError } from "@mojob/core";
import type { Execution, RowBatch } from "../databases/execution.ts";
import { SqlFormat, type SqlOutput } from "../work/sql-work.ts";
import { csvLine } from "./csv.ts";
import { type Bounds, RowCount } from "./row-bounds.ts";
import { rowObjects } from "./row-objects.ts";

/**
 * Writes rows into a file of the run as they come, and resolves to the file and how many there are.
 * @throws SqlFailure `rows_limit` beyond the bounds: the file is not kept then; as the execution and `files.write`
 */
export async function writeRows(
  execution: Execution,
  { file, format }: SqlOutput,
  bounds: Bounds,
  files: WorkFiles,
): Promise<JsonValue> {
  const count = new RowCount(bounds);
  const stored = await files.write(file, bytesOf(execution, format, count));
  return { file: stored as unknown as JsonValue, count: count.rows };
}

async function* bytesOf(
  execution: Execution,
  format: SqlFormat,
  count: RowCount,
): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  let hasRows = false;
  try {
    for (let step = await execution.next(); step.done !== true; step = await execution.next()) {
      const head = !hasRows && format === SqlFormat.Csv ? csvLine(step.value.columns) : "";
      hasRows = true;
      const bytes = encoder.encode(head + textOf(step.value, format));
      count.add(step.value.rows.length, bytes.byteLength);
      yield bytes;
    }
    if (!hasRows)
      throw new NonRetryableError(
        'Cannot write rows into a file: the statement returns none; leave "output" out',
      );
  } finally {
    await execution.return(null);
  }
}

function textOf(batch: RowBatch, format: SqlFormat): string {
  if (format === SqlFormat.Csv) return batch.rows.map(csvLine).join("");
  return rowObjects(batch)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join("");
}
