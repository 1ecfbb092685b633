import type { AbandonedAttempt } from "@mojob/core/ports";
import type { ChangeRow } from "../rows/change-row.ts";
import { fieldAt } from "../rows/run-fields.ts";
import type { RunRow } from "../rows/run-row.ts";
import type { SqlValue } from "../rows/sql-value.ts";

const STATE = fieldAt("state");
const ATTEMPT = fieldAt("attempt");
const CLAIM = fieldAt("claim");
const DISPATCH_ID = fieldAt("dispatchId");
const CANCEL_REQUESTED_AT = fieldAt("cancelRequestedAt");
const ABANDONED = fieldAt("abandoned");
const SCHEDULED_FOR = fieldAt("scheduledFor");

/** As `meetsCondition`, for rows. */
export function meetsConditionRow(
  { values, lane }: RunRow,
  { states, attempt, claim, dispatchId, cancelRequested, abandoned, dueBy, inLane }: ChangeRow,
): boolean {
  const scheduledFor = values[SCHEDULED_FOR] as number | null;
  return (
    states.includes(values[STATE] as number) &&
    (attempt === undefined || attempt === values[ATTEMPT]) &&
    (claim === undefined || claim === values[CLAIM]) &&
    (dispatchId === undefined || dispatchId === values[DISPATCH_ID]) &&
    (cancelRequested === undefined || cancelRequested === (values[CANCEL_REQUESTED_AT] !== null)) &&
    (abandoned === undefined || abandoned === attemptOf(values[ABANDONED]!)) &&
    (dueBy === undefined || (scheduledFor !== null && scheduledFor <= dueBy)) &&
    (inLane === undefined || inLane === lane)
  );
}

function attemptOf(abandoned: SqlValue): number | null {
  return abandoned === null ? null : (JSON.parse(abandoned as string) as AbandonedAttempt).attempt;
}
