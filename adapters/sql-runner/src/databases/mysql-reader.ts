import { WorkErrorCode } from "@mojob/core/ports";
import type { Connection, FieldPacket } from "mysql2";
import { SqlFailure } from "../sql-failure.ts";
import type { BoundValue } from "../statement/bound-values.ts";
import { BATCH_ROWS, MOST_BATCH_BYTES, type Row } from "./execution.ts";
import { mysqlValue } from "./mysql-value.ts";
import { type OwnEnd, ownEnd } from "../own-end.ts";

/** A prepared statement whose rows are read in batches: between them the socket is not read, and so the server waits. */
export class MysqlReader {
  readonly #link: Connection;
  #fields: readonly FieldPacket[] = [];
  #rows: Row[] = [];
  #isOver = false;
  #batch: OwnEnd<boolean> = ownEnd();
  readonly #ended: OwnEnd<void> = ownEnd();
  #changed: number | null = null;
  #bytesBefore = 0;

  constructor(link: Connection, sql: string, values: readonly BoundValue[]) {
    this.#link = link;
    const command = link.execute({ sql, values: values.map(parameterOf), rowsAsArray: true });
    command.on("fields", (fields: FieldPacket[] | undefined) => this.#begin(fields));
    command.on("result", (result: unknown) => this.#take(result));
    command.on("error", (error: unknown) => this.#batch.reject(error));
    command.on("end", () => {
      this.#isOver = true;
      this.#batch.resolve(true);
      this.#ended.resolve();
    });
    const { stream } = link as unknown as {
      readonly stream: NodeJS.EventEmitter & { readonly bytesRead: number };
    };
    stream.on("data", () => {
      if (stream.bytesRead - this.#bytesBefore <= MOST_BATCH_BYTES) return;
      this.#fail(WorkErrorCode.RowsLimit, "its rows are too large", MOST_BATCH_BYTES);
    });
    this.#bytesBefore = stream.bytesRead;
  }

  get columns(): readonly string[] {
    return this.#fields.map(({ name }) => name);
  }

  /** How many rows it changed, once it is over; `null` for a statement that returns rows. */
  get changed(): number | null {
    return this.#changed;
  }

  /** Resolves to whether the statement is over, once the rows of a batch are there. */
  batch(): Promise<boolean> {
    return this.#batch.promise;
  }

  /** Takes the rows that are there, and has the next ones read. */
  take(): readonly Row[] {
    const rows = this.#rows;
    this.#rows = [];
    if (!this.#isOver) {
      this.#batch = ownEnd();
      this.#bytesBefore = (this.#link as unknown as { stream: { bytesRead: number } }).stream.bytesRead;
      this.#link.resume();
    }
    return rows;
  }

  /** Resolves once the server has ended the statement, or after a time. */
  async endedWithin(ms: number): Promise<void> {
    this.#link.resume();
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, ms);
    await Promise.race([this.#ended.promise, timeout.promise]);
    clearTimeout(timer);
  }

  #begin(fields: readonly FieldPacket[] | undefined): void {
    if (fields === undefined) return;
    if (this.#fields.length > 0)
      return this.#fail(WorkErrorCode.SqlRefused, "it returns rows more than once, as a procedure can");
    this.#fields = fields;
  }

  #take(result: unknown): void {
    if (!Array.isArray(result)) {
      // What a procedure ends with says nothing of the rows before.
      if (this.#fields.length === 0)
        this.#changed = (result as { readonly affectedRows: number }).affectedRows;
      return;
    }
    this.#rows.push(result.map((value, index) => mysqlValue(this.#fields[index], value)));
    if (this.#rows.length < BATCH_ROWS) return;
    this.#link.pause();
    this.#batch.resolve(false);
  }

  #fail(code: WorkErrorCode, message: string, limit: number | null = null): void {
    this.#batch.reject(new SqlFailure(code, message, { limit }));
    this.#link.destroy();
  }
}

/** The driver sends numbers as floating point, which some places do not take. */
function parameterOf(value: BoundValue): BoundValue {
  return Number.isSafeInteger(value) ? String(value) : value;
}
