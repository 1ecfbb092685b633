import type { Admission, InstanceChange } from "@mojob/core/ports";
import { fieldAt, RUN_FIELDS } from "./run-fields.ts";
import { type HistoryRow, toHistoryRow } from "./run-row.ts";
import type { SqlValue } from "./sql-value.ts";
import { STATE_CODES } from "./state-code.ts";

/** A conditional write of one run on its way to the database. */
export interface ChangeRow {
  readonly tenant: string;
  readonly id: string;
  readonly at: number;
  /** Codes of the states it may be in. */
  readonly states: readonly number[];
  readonly attempt: number | undefined;
  readonly claim: string | undefined;
  readonly dispatchId: string | undefined;
  readonly cancelRequested: boolean | undefined;
  /** Which of `RUN_FIELDS` it sets, and to what. */
  readonly fields: readonly number[];
  readonly values: readonly SqlValue[];
  /** `undefined` leaves the worker as it is. */
  readonly worker: string | null | undefined;
  readonly append: readonly HistoryRow[];
}

export interface AdmissionRow {
  readonly change: ChangeRow;
  readonly limit: number | null;
  readonly waiting: ChangeRow | null;
}

export function toChangeRow({ tenant, id, at, when, set, append }: InstanceChange): ChangeRow {
  const fields: number[] = [];
  const values: SqlValue[] = [];
  for (const [name, value] of Object.entries(set)) {
    const index = fieldAt(name as (typeof RUN_FIELDS)[number]["name"]);
    if (index === -1 || value === undefined) continue;
    fields.push(index);
    values.push(RUN_FIELDS[index]!.codec.encode(value as never));
  }
  return {
    tenant,
    id,
    at: at.getTime(),
    states: when.states.map((state) => STATE_CODES[state]),
    attempt: when.attempt,
    claim: when.claim,
    dispatchId: when.dispatchId,
    cancelRequested: when.cancelRequested,
    fields,
    values,
    worker: set.worker,
    append: append.map(toHistoryRow),
  };
}

export function toAdmissionRow({ change, limit, waiting }: Admission): AdmissionRow {
  return {
    change: toChangeRow(change),
    limit,
    waiting: waiting === undefined ? null : toChangeRow(waiting),
  };
}
