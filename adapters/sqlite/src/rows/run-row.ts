import type { HistoryEntry, JobInstance, JobInstanceSummary } from "@mojob/core/ports";
import { LISTED_FIELDS, RUN_FIELDS } from "./run-fields.ts";
import { type ReasonRow, toReason, toReasonRow } from "./reason-row.ts";
import type { SqlValue } from "./sql-value.ts";
import { STATE_CODES, stateOf } from "./state-code.ts";

/** A run on its way between the stores and the database: plain values, as its statements take them. */
export interface RunRow {
  readonly tenant: string;
  readonly app: string;
  readonly jobKey: string;
  readonly lane: string;
  readonly worker: string | null;
  readonly slot: number | null;
  /** Those of `RUN_FIELDS`, in order; of a row of a list those that are listed. */
  readonly values: readonly SqlValue[];
  /** `null` in a row of a list. */
  readonly history: readonly HistoryRow[] | null;
}

/** at, from, to, attempt, worker, reason; states as codes. */
export type HistoryRow = readonly [number, number | null, number, number, string | null, ReasonRow];

export function toRunRow(instance: JobInstance): RunRow {
  const { tenant, app, jobKey, lane, worker } = instance;
  // A slot is given by an admission and by nothing else.
  const given = instance.abandoned === null ? instance : { ...instance, abandoned: null };
  const values = RUN_FIELDS.map(({ name, codec }) => codec.encode(given[name] as never));
  return {
    tenant,
    app,
    jobKey,
    lane,
    worker,
    slot: null,
    values,
    history: instance.history.map(toHistoryRow),
  };
}

export function toInstance(row: RunRow): JobInstance {
  const instance = decode(row, EMPTY_RUN, RUN_FIELDS.length);
  instance["history"] = (row.history ?? []).map(toHistoryEntry);
  return instance as unknown as JobInstance;
}

export function toSummary(row: RunRow): JobInstanceSummary {
  return decode(row, EMPTY_SUMMARY, LISTED_FIELDS) as unknown as JobInstanceSummary;
}

export function toHistoryRow({ at, from, to, attempt, worker, reason }: HistoryEntry): HistoryRow {
  return [
    at.getTime(),
    from === null ? null : STATE_CODES[from],
    STATE_CODES[to],
    attempt,
    worker,
    toReasonRow(reason),
  ];
}

function toHistoryEntry([at, from, to, attempt, worker, reason]: HistoryRow): HistoryEntry {
  return {
    at: new Date(at),
    from: from === null ? null : stateOf(from),
    to: stateOf(to),
    attempt,
    worker,
    reason: toReason(reason),
  };
}

/** Copied for each record: one that gets its fields one by one takes a multiple of the memory meanwhile. */
function emptyRecord(fields: number): Readonly<Record<string, null>> {
  const beside = ["tenant", "app", "jobKey", "lane", "worker", "slot"];
  const names = RUN_FIELDS.slice(0, fields).map(({ name }) => name);
  return Object.fromEntries([...beside, ...names].map((name) => [name, null]));
}

const EMPTY_SUMMARY = emptyRecord(LISTED_FIELDS);
const EMPTY_RUN = { ...emptyRecord(RUN_FIELDS.length), history: null };

function decode(
  { values, tenant, app, jobKey, lane, worker, slot }: RunRow,
  empty: Readonly<Record<string, null>>,
  fields: number,
): Record<string, unknown> {
  const decoded: Record<string, unknown> = { ...empty, tenant, app, jobKey, lane, worker, slot };
  for (let index = 0; index < fields; index += 1) {
    const value = values[index] ?? null;
    if (value === null) continue;
    const { name, codec } = RUN_FIELDS[index]!;
    decoded[name] = codec.decode(value as never);
  }
  return decoded;
}
