import { WorkErrorCode } from "@mojob/core/ports";
import { SqlFailure } from "../sql-failure.ts";

/** How much a statement may return. */
export interface Bounds {
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** Counts rows and bytes against their bounds. */
export class RowCount {
  readonly #bounds: Bounds;
  #rows = 0;
  #bytes = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  get rows(): number {
    return this.#rows;
  }

  /** @throws SqlFailure `rows_limit` */
  add(rows: number, bytes: number): void {
    const { maxRows, maxBytes } = this.#bounds;
    this.#rows += rows;
    this.#bytes += bytes;
    if (this.#rows > maxRows) throw tooMany(`more than ${maxRows} rows`, maxRows);
    if (this.#bytes > maxBytes) throw tooMany(`more than ${maxBytes} bytes`, maxBytes);
  }
}

function tooMany(message: string, limit: number): SqlFailure {
  return new SqlFailure(WorkErrorCode.RowsLimit, message, { limit });
}
