import type { SqlRow } from "../file/sql.ts";
import { LISTED_FIELDS, RUN_FIELDS } from "../rows/run-fields.ts";
import type { ReasonRow } from "../rows/reason-row.ts";
import type { HistoryRow, RunRow } from "../rows/run-row.ts";
import type { SqlValue } from "../rows/sql-value.ts";
import type { Names } from "./numbers/names.ts";

const columns: readonly string[] = RUN_FIELDS.map(({ column }) => column);
const createdAt = columns.indexOf("created_at");

export const LISTED_COLUMNS: string = `job, lane, worker, slot, ${columns.slice(0, LISTED_FIELDS).join(", ")}`;
export const ALL_COLUMNS: string = `job, lane, worker, slot, history, ${columns.join(", ")}`;
/** How the job's own lane is kept: its name would only repeat the job's. */
export const OWN_LANE = "";

export function storedLane(jobKey: string, lane: string): string {
  return lane === jobKey ? OWN_LANE : lane;
}

/** A row of `LISTED_COLUMNS`. */
export function toListedRow(names: Names, [job, lane, worker, slot, ...values]: SqlRow): RunRow {
  return {
    ...named(names, job as number, lane as string, worker),
    slot: slot as number | null,
    values,
    history: null,
  };
}

/** A row of `ALL_COLUMNS`. */
export function toWholeRow(names: Names, [job, lane, worker, slot, history, ...values]: SqlRow): RunRow {
  return {
    ...named(names, job as number, lane as string, worker),
    slot: slot as number | null,
    values,
    history: fromHistoryText(names, history as string, values[createdAt] as number),
  };
}

function named(
  names: Names,
  job: number,
  lane: string,
  worker: SqlValue = null,
): Pick<RunRow, "tenant" | "app" | "jobKey" | "lane" | "worker"> {
  const { tenantName, app, key } = names.job(job);
  return {
    tenant: tenantName,
    app,
    jobKey: key,
    lane: lane === OWN_LANE ? key : lane,
    worker: worker === null ? null : names.worker(worker as number),
  };
}

/** History is text that grows at its end: entries with times since the creation and workers by number. */
export function toHistoryText(names: Names, history: readonly HistoryRow[], createdMs: number): string {
  return history
    .map(([at, from, to, attempt, worker, reason]) =>
      JSON.stringify([
        at - createdMs,
        from,
        to,
        attempt,
        worker === null ? null : names.nameWorker(worker),
        reason,
      ]),
    )
    .join(",");
}

function fromHistoryText(names: Names, text: string, createdMs: number): readonly HistoryRow[] {
  const stored = JSON.parse(`[${text.replace(/^,/, "")}]`) as readonly [
    number,
    number | null,
    number,
    number,
    number | null,
    ReasonRow,
  ][];
  return stored.map(([after, from, to, attempt, worker, reason]) => [
    createdMs + after,
    from,
    to,
    attempt,
    worker === null ? null : names.worker(worker),
    reason,
  ]);
}
