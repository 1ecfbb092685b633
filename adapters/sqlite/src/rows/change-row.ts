import type {
  Admission,
  Arrival,
  EndAndAdmit,
  InstanceChange,
  NextInLane,
  WaitingArrival,
} from "@mojob/core/ports";
import { fieldAt, RUN_FIELDS } from "./run-fields.ts";
import { type HistoryRow, type RunRow, toHistoryRow, toRunRow } from "./run-row.ts";
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
  /** `null`: no attempt of it is. */
  readonly abandoned: number | null | undefined;
  readonly dueBy: number | undefined;
  readonly inLane: string | undefined;
  /** Which of `RUN_FIELDS` it sets, and to what. */
  readonly fields: readonly number[];
  readonly values: readonly SqlValue[];
  /** `undefined` leaves the worker as it is. */
  readonly worker: string | null | undefined;
  /** `undefined` leaves the lane as it is. */
  readonly lane: string | undefined;
  readonly append: readonly HistoryRow[];
}

/** A new run, and how it waits where its lane is full. */
export interface ArrivalRow {
  readonly row: RunRow;
  readonly waiting: { readonly limit: number; readonly reason: SqlValue } | null;
}

export interface AdmissionRow {
  readonly change: ChangeRow;
  readonly limit: number | null;
  readonly waiting: ChangeRow | null;
}

/** An end, and what begins the run that gets its slot. */
export interface EndRow {
  readonly change: ChangeRow;
  /** Its change has no id. */
  readonly next: { readonly change: ChangeRow; readonly limit: number } | null;
}

export function toChangeRow({ tenant, id, at, when, set, append }: InstanceChange): ChangeRow {
  const fields: number[] = [];
  const values: SqlValue[] = [];
  for (const name of Object.keys(set) as (keyof typeof set)[]) {
    const value = set[name];
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
    abandoned: when.abandoned,
    dueBy: when.dueBy?.getTime(),
    inLane: when.lane,
    fields,
    values,
    worker: set.worker,
    lane: set.lane,
    append: append.map(toHistoryRow),
  };
}

/** Most runs of a batch wait in the same way: that is encoded once. */
export function toArrivalRows(arrivals: readonly Arrival[]): readonly ArrivalRow[] {
  const encoded = new Map<WaitingArrival, ArrivalRow["waiting"]>();
  return arrivals.map(({ instance, waiting: given }) => {
    const row = toRunRow(instance);
    if (given === undefined) return { row, waiting: null };
    let waiting = encoded.get(given);
    if (waiting === undefined) {
      const reason = RUN_FIELDS[fieldAt("reason")]!.codec.encode(given.reason as never);
      encoded.set(given, (waiting = { limit: given.limit, reason }));
    }
    return { row, waiting };
  });
}

/** Most admissions of a batch set the same, and wait in the same way: that is encoded once. */
export function toAdmissionRows(admissions: readonly Admission[]): readonly AdmissionRow[] {
  const encoded = new Map<InstanceChange["set"], { readonly of: InstanceChange; readonly row: ChangeRow }>();
  const encode = (change: InstanceChange): ChangeRow => {
    const same = encoded.get(change.set);
    if (same !== undefined && isSameButId(same.of, change)) return { ...same.row, id: change.id };
    const row = toChangeRow(change);
    encoded.set(change.set, { of: change, row });
    return row;
  };
  return admissions.map(({ change, limit, waiting }) => ({
    change: encode(change),
    limit,
    waiting: waiting === undefined ? null : encode(waiting),
  }));
}

/** Most of a batch begin the next run in the same way: that is encoded once. */
export function toEndRows(ends: readonly EndAndAdmit[]): readonly EndRow[] {
  const encoded = new Map<NextInLane["change"], ChangeRow>();
  return ends.map(({ change, next }) => {
    if (next === undefined) return { change: toChangeRow(change), next: null };
    const row = encoded.get(next.change) ?? toChangeRow({ ...next.change, id: "" });
    encoded.set(next.change, row);
    return { change: toChangeRow(change), next: { change: row, limit: next.limit } };
  });
}

function isSameButId(one: InstanceChange, other: InstanceChange): boolean {
  return (
    one.tenant === other.tenant &&
    one.at === other.at &&
    one.when === other.when &&
    one.set === other.set &&
    one.append === other.append
  );
}
