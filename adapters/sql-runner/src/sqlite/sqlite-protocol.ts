import type { JsonValue } from "@mojob/core/ports";
import type { BoundValue } from "../statement/bound-values.ts";

/** A statement, with the file that it is executed on. */
export interface SqliteOrder {
  readonly kind: "execute";
  readonly path: string;
  readonly readOnly: boolean;
  /** How long it waits for another connection that holds the file. */
  readonly busyMs: number;
  readonly statement: string;
  readonly values: readonly BoundValue[];
  readonly batchRows: number;
  readonly mostBytes: number;
}

/** What a process that executes statements is asked: each a line of JSON. */
export type SqliteRequest =
  | SqliteOrder
  /** The next rows, or the end of a statement whose rows were all taken. */
  | { readonly kind: "next" };

/** What it replies, each a line of JSON. */
export type SqliteReply =
  | {
      readonly kind: "rows";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly JsonValue[])[];
      /** `null` while there are more rows. */
      readonly end: SqliteEnd | null;
    }
  | {
      readonly kind: "failed";
      readonly message: string;
      /** Why it was not executed, or SQLite's primary result code; `null` where that is unknown. */
      readonly why: "several" | "missing" | "rows" | number | null;
    };

export interface SqliteEnd {
  /** How many rows it changed; `null` where it returned rows. */
  readonly changed: number | null;
}
