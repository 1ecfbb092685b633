import { WorkErrorCode } from "@mojob/core/ports";
import type pg from "pg";
import { SqlFailure } from "../sql-failure.ts";
import type { BoundValue } from "../statement/bound-values.ts";
import { BATCH_ROWS } from "./execution.ts";
import { type OwnEnd, ownEnd } from "../own-end.ts";

interface Column {
  readonly name: string;
  /** The number that PostgreSQL has for its type. */
  readonly type: number;
}

/** The messages of the extended protocol that the driver's connection sends. */
interface Wire {
  parse(message: { readonly text: string; readonly name: string }): void;
  bind(message: {
    readonly portal: string;
    readonly statement: string;
    readonly values: readonly BoundValue[];
    readonly valueMapper: (value: BoundValue) => string | null;
  }): void;
  describe(message: { readonly type: "P"; readonly name: string }): void;
  execute(message: { readonly portal: string; readonly rows: number }): void;
  flush(): void;
  sync(): void;
}

/**
 * A statement whose rows are read in batches, as the driver's queries submit themselves. Nothing is committed before it is
 * over and its last batch was taken, because no sync is sent until then.
 */
export class Portal implements pg.Submittable {
  readonly #text: string;
  readonly #values: readonly BoundValue[];
  #wire: Wire | null = null;
  #columns: readonly Column[] = [];
  #rows: (readonly (string | null)[])[] = [];
  #batch: OwnEnd<boolean> = ownEnd();
  #changed: number | null = null;

  constructor(text: string, values: readonly BoundValue[]) {
    this.#text = text;
    this.#values = values;
  }

  /** How many rows it changed, once it is over; `null` for a statement that changes none. */
  get changed(): number | null {
    return this.#changed;
  }

  /** Resolves to whether the statement is over, once the rows of a batch are there. */
  batch(): Promise<boolean> {
    return this.#batch.promise;
  }

  /** Takes the rows that are there, each with its texts. */
  take(): { readonly columns: readonly Column[]; readonly rows: readonly (readonly (string | null)[])[] } {
    const rows = this.#rows;
    this.#rows = [];
    return { columns: this.#columns, rows };
  }

  /** Asks for the rows of the next batch. */
  next(): void {
    this.#batch = ownEnd();
    this.#execute();
  }

  /** Fails the batch that is waited for; rows that still come are dropped. */
  stop(reason: Error): void {
    this.#batch.reject(reason);
    this.#wire = null;
    this.#rows = [];
  }

  /** Has what was changed kept, once all rows were taken; resolves when it is. */
  async finish(): Promise<void> {
    const end = ownEnd<boolean>();
    this.#batch = end;
    this.#wire?.sync();
    await end.promise;
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire;
    this.#wire = wire;
    wire.parse({ text: this.#text, name: "" });
    wire.bind({ portal: "", statement: "", values: this.#values, valueMapper: textOf });
    wire.describe({ type: "P", name: "" });
    this.#execute();
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#wire !== null) this.#rows.push(fields);
  }

  handlePortalSuspended(): void {
    this.#batch.resolve(false);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [, count] = /^(?:INSERT \d+|UPDATE|DELETE|MERGE|COPY) (\d+)$/.exec(text) ?? [];
    this.#changed = count === undefined ? null : Number(count);
    this.#batch.resolve(true);
  }

  handleEmptyQuery(): void {
    this.#batch.resolve(true);
  }

  handleReadyForQuery(): void {
    this.#batch.resolve(true);
  }

  handleError(error: Error): void {
    this.#batch.reject(error);
  }

  handleCopyInResponse(): void {
    this.stop(new SqlFailure(WorkErrorCode.SqlRefused, "a job has nothing to copy from"));
  }

  handleCopyData(): void {}

  #execute(): void {
    this.#wire?.execute({ portal: "", rows: BATCH_ROWS });
    this.#wire?.flush();
  }
}

function textOf(value: BoundValue): string | null {
  return value === null ? null : String(value);
}
