import type { JsonObject, JsonValue } from "@mojob/core/ports";
import type { Execution } from "../databases/execution.ts";
import { type Bounds, RowCount } from "./row-bounds.ts";
import { rowObjects } from "./row-objects.ts";

const ENCODER = new TextEncoder();

/**
 * The result of a statement: its rows, or how many it changed.
 * @throws SqlFailure `rows_limit` beyond the bounds, after which the statement is undone; as the execution
 */
export async function collectRows(execution: Execution, bounds: Bounds): Promise<JsonValue> {
  const count = new RowCount(bounds);
  const rows: JsonObject[] = [];
  let hasRows = false;
  try {
    for (;;) {
      const step = await execution.next();
      if (step.done === true) return hasRows ? { rows, count: rows.length } : { changed: step.value };
      hasRows = true;
      for (const row of rowObjects(step.value)) {
        count.add(1, ENCODER.encode(JSON.stringify(row)).byteLength + 1);
        rows.push(row);
      }
    }
  } finally {
    await execution.return(null);
  }
}
