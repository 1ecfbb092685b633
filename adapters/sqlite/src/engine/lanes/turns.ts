import { type FairShare, turnAfter, waitsForSlot } from "@mojob/core/ports";
import { WAITING } from "../../file/schema.ts";
import type { Sql } from "../../file/sql.ts";
import { type ReasonRow, toReason } from "../../rows/reason-row.ts";
import { fieldAt } from "../../rows/run-fields.ts";
import type { RunRow } from "../../rows/run-row.ts";
import type { SqlValue } from "../../rows/sql-value.ts";

const [REASON, PRIORITY] = [fieldAt("reason"), fieldAt("priority")];
const [FAIR_SHARE, TURN] = [fieldAt("fairShare"), fieldAt("turn")];

/** Where runs wait that take turns with each other. */
export interface TurnPlace {
  readonly job: number;
  readonly lane: string;
  readonly priority: number;
}

/** Whether a run with this reason, as it is stored, waits for a slot of its lane. */
export function isWaiting(reason: SqlValue): boolean {
  return reason !== null && waitsForSlot({ reason: toReason(JSON.parse(reason as string) as ReasonRow) });
}

/** The turn of a run that begins to wait there. @param shareText its fair share, as it is stored */
export function readTurn(sql: Sql, { job, lane, priority }: TurnPlace, shareText: string): number {
  const share = JSON.parse(shareText) as FairShare;
  const first = sql.get(
    `SELECT turn, fair_share ->> '$.weight' FROM runs INDEXED BY waiting_in_lane
     WHERE job = ? AND lane = ? AND priority = ? AND turn > 0 AND ${WAITING} ORDER BY turn, created_at, id LIMIT 1`,
    job,
    lane,
    priority,
  );
  const last = sql.get(
    `SELECT turn FROM runs INDEXED BY waiting_of_key
     WHERE job = ? AND lane = ? AND priority = ? AND fair_key = ? AND turn IS NOT NULL ORDER BY turn DESC LIMIT 1`,
    job,
    lane,
    priority,
    share.key,
  );
  return turnAfter(share, {
    first: first === undefined ? null : { turn: first[0] as number, weight: first[1] as number },
    last: (last?.[0] ?? null) as number | null,
  });
}

/** A new run with what it has while it waits for a slot there. @param reason as it is stored */
export function toWaiting(
  sql: Sql,
  row: RunRow,
  place: Omit<TurnPlace, "priority">,
  reason: SqlValue,
): RunRow {
  const values = [...row.values];
  values[REASON] = reason;
  const share = values[FAIR_SHARE] as string | null;
  if (share !== null) values[TURN] = readTurn(sql, { ...place, priority: values[PRIORITY] as number }, share);
  return { ...row, values };
}
