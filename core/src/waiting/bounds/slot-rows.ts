import type { JsonValue } from "../../base/json.ts";

/** A process that has said nothing for so long has no places any more. */
const SILENT_MS = 10_000;
/** Where there are fewer places than processes, other ones have them after this. */
const TURN_MS = 5000;

/** The share of one process in a tenant's places. */
export interface SlotRow {
  readonly id: string;
  readonly held: number;
  /** It wants more than there was. */
  readonly wants: boolean;
  readonly seenMs: number;
}

type Written = readonly (readonly [id: string, held: number, wants: boolean, seenMs: number])[];

/** The rows of processes that are there. */
export function rowsOf(value: JsonValue | undefined, nowMs: number): readonly SlotRow[] {
  return ((value ?? []) as Written)
    .map(([id, held, wants, seenMs]) => ({ id, held, wants, seenMs }))
    .filter(({ seenMs }) => nowMs - seenMs < SILENT_MS);
}

export function writtenRows(rows: readonly SlotRow[]): JsonValue {
  return rows.map(({ id, held, wants, seenMs }) => [id, held, wants, seenMs]);
}

/** The places that one of several processes may have that want more than there are: all get as many, and the remainder in turns. */
export function shareOf(id: string, ids: readonly string[], limit: number, nowMs: number): number {
  const sorted = ids.toSorted();
  const turn = (sorted.indexOf(id) + Math.floor(nowMs / TURN_MS)) % sorted.length;
  return Math.floor(limit / sorted.length) + (turn < limit % sorted.length ? 1 : 0);
}
