import type { HistoryEntry, JobInstance, JobInstanceSummary } from "@mojob/core/ports";
import type { SqlRow } from "../file/sql.ts";
import { type ReasonRow, toReason, toReasonRow } from "../rows/reason-row.ts";
import { LISTED_FIELDS, RUN_FIELDS } from "../rows/run-fields.ts";
import type { SqlValue } from "../rows/sql-value.ts";
import { STATE_CODES, stateOf } from "../rows/state-code.ts";
import type { Names } from "./numbers/names.ts";

const columns: readonly string[] = RUN_FIELDS.map(({ column }) => column);
const createdAt = columns.indexOf("created_at");

export const LISTED_COLUMNS: string = `job, lane, worker, slot, ${columns.slice(0, LISTED_FIELDS).join(", ")}`;
export const ALL_COLUMNS: string = `job, lane, worker, slot, history, ${columns.join(", ")}`;
/** How the job's own lane is kept: its name would only repeat the job's. */
export const OWN_LANE = "";

export function storedLane({ jobKey, lane }: Pick<JobInstance, "jobKey" | "lane">): string {
  return lane === jobKey ? OWN_LANE : lane;
}

/** Copied for each record: one that gets its fields one by one takes a multiple of the memory meanwhile. */
function emptyRecord(fields: number): Readonly<Record<string, null>> {
  const beside = ["tenant", "app", "jobKey", "lane", "worker", "slot"];
  const names = RUN_FIELDS.slice(0, fields).map(({ name }) => name);
  return Object.fromEntries([...beside, ...names].map((name) => [name, null]));
}

const EMPTY_SUMMARY = emptyRecord(LISTED_FIELDS);
const EMPTY_RUN = { ...emptyRecord(RUN_FIELDS.length), history: null };

/** A row of `LISTED_COLUMNS`. */
export function toSummary(names: Names, [job, lane, worker, slot, ...values]: SqlRow): JobInstanceSummary {
  const beside = besideFields(names, [job, lane, worker, slot]);
  return decode({ ...EMPTY_SUMMARY, ...beside }, values, LISTED_FIELDS) as unknown as JobInstanceSummary;
}

/** A row of `ALL_COLUMNS`. */
export function toInstance(names: Names, [job, lane, worker, slot, history, ...values]: SqlRow): JobInstance {
  const record = { ...EMPTY_RUN, ...besideFields(names, [job, lane, worker, slot]) };
  record.history = fromHistoryText(names, history as string, values[createdAt] as number) as never;
  return decode(record, values, RUN_FIELDS.length) as unknown as JobInstance;
}

function besideFields(
  names: Names,
  [job, lane, worker = null, slot = null]: readonly (SqlValue | undefined)[],
): Pick<JobInstance, "tenant" | "app" | "jobKey" | "lane" | "worker" | "slot"> {
  const { tenantName, app, key } = names.job(job as number);
  return {
    tenant: tenantName,
    app,
    jobKey: key,
    lane: lane === OWN_LANE ? key : (lane as string),
    worker: worker === null ? null : names.worker(worker as number),
    slot: slot as number | null,
  };
}

function decode(record: object, values: readonly SqlValue[], fields: number): object {
  const decoded = record as Record<string, unknown>;
  for (let index = 0; index < fields; index += 1) {
    const value = values[index] ?? null;
    if (value === null) continue;
    const { name, codec } = RUN_FIELDS[index]!;
    decoded[name] = codec.decode(value as never);
  }
  return decoded;
}

/** at, from, to, attempt, worker, reason; states as codes, times since the creation, workers by number. */
type HistoryRow = readonly [number, number | null, number, number, number | null, ReasonRow];

/** History is text that grows at its end. */
export function toHistoryText(
  names: Names,
  history: readonly HistoryEntry[],
  { createdAt: since }: Pick<JobInstance, "createdAt">,
): string {
  return history
    .map(({ at, from, to, attempt, worker, reason }) => {
      const row: HistoryRow = [
        at.getTime() - since.getTime(),
        from === null ? null : STATE_CODES[from],
        STATE_CODES[to],
        attempt,
        worker === null ? null : names.nameWorker(worker),
        toReasonRow(reason),
      ];
      return JSON.stringify(row);
    })
    .join(",");
}

function fromHistoryText(names: Names, text: string, createdMs: number): readonly HistoryEntry[] {
  const stored = JSON.parse(`[${text.replace(/^,/, "")}]`) as readonly HistoryRow[];
  return stored.map(([after, from, to, attempt, worker, reason]) => ({
    at: new Date(createdMs + after),
    from: from === null ? null : stateOf(from),
    to: stateOf(to),
    attempt,
    worker: worker === null ? null : names.worker(worker),
    reason: toReason(reason),
  }));
}
