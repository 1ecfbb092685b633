import { RUN_FIELDS } from "../rows/run-fields.ts";
import type { SqlValue } from "../rows/sql-value.ts";

/** A statement and its values. */
export interface Prepared {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Columns of a new run that `RUN_FIELDS` lacks. */
export interface NewRunColumns {
  readonly tenant: number;
  readonly job: number;
  readonly lane: string;
  readonly worker: number | null;
  readonly endedSeq: number | null;
  readonly history: string;
}

/** Columns that a change sets beside `RUN_FIELDS`; `undefined` leaves a column as it is. */
export interface ChangedColumns {
  readonly worker: number | null | undefined;
  readonly lane: string | undefined;
  readonly slot: number | null | undefined;
  readonly endedSeq: number | undefined;
  /** Put behind the history there is. */
  readonly history: string | undefined;
}

const CHANGED: readonly (readonly [name: keyof ChangedColumns, assignment: string])[] = [
  ["worker", "worker = ?"],
  ["lane", "lane = ?"],
  ["slot", "slot = ?"],
  ["endedSeq", "ended_seq = ?"],
  ["history", "history = history || ?"],
];

/** One power of two for each column that a statement may set: their sum stands for a set of columns. */
const BITS: readonly number[] = Array.from(
  { length: RUN_FIELDS.length + CHANGED.length },
  (_, bit) => 2 ** bit,
);

/** The statements that write runs, one for each set of columns: binding values that say nothing takes as long as the rest. */
export class RunStatements {
  readonly #inserts = new Map<number, string>();
  readonly #updates = new Map<number, UpdateStatement>();

  /** @param fields the values of `RUN_FIELDS` */
  insert(
    { tenant, job, lane, worker, endedSeq, history }: NewRunColumns,
    fields: readonly SqlValue[],
  ): Prepared {
    const values: SqlValue[] = [tenant, job, lane, worker, endedSeq, history];
    let shape = 0;
    fields.forEach((value, index) => {
      if (value === null) return;
      values.push(value);
      shape += BITS[index]!;
    });
    let sql = this.#inserts.get(shape);
    if (sql === undefined) this.#inserts.set(shape, (sql = insertText(fields)));
    return { sql, values };
  }

  /** @param fields those of `RUN_FIELDS` it sets, each once, and `row` their values */
  update(n: number, fields: readonly number[], row: readonly SqlValue[], beside: ChangedColumns): Prepared {
    let shape = 0;
    for (const field of fields) shape += BITS[field]!;
    for (let index = 0; index < CHANGED.length; index += 1)
      if (beside[CHANGED[index]![0]] !== undefined) shape += BITS[RUN_FIELDS.length + index]!;
    let statement = this.#updates.get(shape);
    if (statement === undefined) this.#updates.set(shape, (statement = updateStatement(fields, beside)));
    const values: SqlValue[] = [];
    for (const field of statement.fields) values.push(row[field]!);
    for (const name of statement.beside) values.push(beside[name]!);
    values.push(n);
    return { sql: statement.sql, values };
  }
}

/** A statement with what its values are, in order. */
interface UpdateStatement {
  readonly sql: string;
  readonly fields: readonly number[];
  readonly beside: readonly (keyof ChangedColumns)[];
}

function insertText(fields: readonly SqlValue[]): string {
  const columns = RUN_FIELDS.filter((_, index) => fields[index] !== null).map(({ column }) => column);
  return `INSERT INTO runs (tenant, job, lane, worker, ended_seq, history, ${columns.join(", ")})
    VALUES (?, ?, ?, ?, ?, ?, ${columns.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`;
}

function updateStatement(fields: readonly number[], beside: ChangedColumns): UpdateStatement {
  const sorted = fields.toSorted((a, b) => a - b);
  const changed = CHANGED.filter(([name]) => beside[name] !== undefined);
  const assignments = [
    ...sorted.map((field) => `${RUN_FIELDS[field]!.column} = ?`),
    ...changed.map(([, assignment]) => assignment),
  ];
  return {
    sql: `UPDATE runs SET ${assignments.join(", ")} WHERE n = ?`,
    fields: sorted,
    beside: changed.map(([name]) => name),
  };
}
