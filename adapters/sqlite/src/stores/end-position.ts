import { BEFORE_ALL_ENDS, encodeCursor, parseCursor } from "@mojob/core/ports";

/** A place in the order of ends, as callers keep it. */
export function toEndPosition(seq: number): string {
  return encodeCursor([seq]);
}

/** @throws MoJobError `invalid_argument` for a position that is not one of ours */
export function parseEndPosition(position: string): number {
  if (position === BEFORE_ALL_ENDS) return 0;
  const [seq] = parseCursor(position, ["number"]);
  return seq;
}
