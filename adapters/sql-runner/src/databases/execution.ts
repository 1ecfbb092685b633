import type { JsonValue } from "@mojob/core/ports";
import type { ResolvedConnection } from "../connection.ts";
import type { BoundValue } from "../statement/bound-values.ts";

/** One statement on its way to a database. */
export interface Order {
  readonly connection: ResolvedConnection;
  readonly statement: string;
  readonly values: readonly BoundValue[];
  /** Aborts when the statement has to end: its time is over, or nobody wants it any longer. */
  readonly signal: AbortSignal;
}

export type Row = readonly JsonValue[];

/** Rows that came together. */
export interface RowBatch {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * The rows of a statement, and then how many it changed: `null` where the database does not say. The next rows are asked for
 * when the consumer asks, and what was changed is kept once all were taken: a consumer that stops has it undone where the
 * database can. Throws `SqlFailure`, or the signal's reason once the statement has ended at the server.
 */
export type Execution = AsyncGenerator<RowBatch, number | null, void>;

/** Executes statements on databases of one kind. */
export type Execute = (order: Order) => Execution;

/** Rows that are asked for at once. */
export const BATCH_ROWS = 200;
/** So much of one batch is taken into memory; a driver reads a row whole. */
export const MOST_BATCH_BYTES: number = 32 * 1024 * 1024;
/** How long a server has to end a statement that was cancelled, before its connection is cut. */
export const CANCEL_GRACE_MS = 2000;
