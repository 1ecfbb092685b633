import { RUN_FIELDS } from "../rows/run-fields.ts";
import type { SqlValue } from "../rows/sql-value.ts";

/** A statement and its values. */
export interface Prepared {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** What of a new run stands beside `RUN_FIELDS`. */
export interface NewRunColumns {
  readonly tenant: number;
  readonly job: number;
  readonly lane: string;
  readonly worker: number | null;
  readonly endedSeq: number | null;
  readonly history: string;
}

/** What a change sets beside `RUN_FIELDS`; `undefined` leaves a column as it is. */
export interface ChangedColumns {
  readonly worker: number | null | undefined;
  readonly slot: number | null | undefined;
  readonly endedSeq: number | undefined;
  /** Put behind the history there is. */
  readonly history: string | undefined;
}

const CHANGED: readonly (readonly [name: keyof ChangedColumns, assignment: string])[] = [
  ["worker", "worker = ?"],
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
  readonly #updates = new Map<number, string>();

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
    const values: SqlValue[] = [];
    let shape = 0;
    for (const field of fields) shape += BITS[field]!;
    const sorted = fields.toSorted((a, b) => a - b);
    for (const field of sorted) values.push(row[field]!);
    CHANGED.forEach(([name], index) => {
      const value = beside[name];
      if (value === undefined) return;
      values.push(value);
      shape += BITS[RUN_FIELDS.length + index]!;
    });
    let sql = this.#updates.get(shape);
    if (sql === undefined) this.#updates.set(shape, (sql = updateText(sorted, beside)));
    values.push(n);
    return { sql, values };
  }
}

function insertText(fields: readonly SqlValue[]): string {
  const columns = RUN_FIELDS.filter((_, index) => fields[index] !== null).map(({ column }) => column);
  return `INSERT INTO runs (tenant, job, lane, worker, ended_seq, history, ${columns.join(", ")})
    VALUES (?, ?, ?, ?, ?, ?, ${columns.map(() => "?").join(", ")}) ON CONFLICT DO NOTHING`;
}

function updateText(fields: readonly number[], beside: ChangedColumns): string {
  const assignments = [
    ...fields.map((field) => `${RUN_FIELDS[field]!.column} = ?`),
    ...CHANGED.filter(([name]) => beside[name] !== undefined).map(([, assignment]) => assignment),
  ];
  return `UPDATE runs SET ${assignments.join(", ")} WHERE n = ?`;
}
