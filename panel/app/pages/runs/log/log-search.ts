import type { LogRow, Piece } from "./log-rows.ts";

export interface LogMatch {
  readonly row: number;
  readonly start: number;
}

/** More than anybody steps through. */
export const MOST_MATCHES = 10_000;

/** Where a text occurs, case ignored, top to bottom, at most `MOST_MATCHES`. */
export function findInLog(rows: readonly Pick<LogRow, "text">[], wanted: string): readonly LogMatch[] {
  const matches: LogMatch[] = [];
  const needle = wanted.toLowerCase();
  if (needle === "") return matches;
  for (const [row, { text }] of rows.entries()) {
    const hay = text.toLowerCase();
    for (let start = hay.indexOf(needle); start >= 0; start = hay.indexOf(needle, start + needle.length)) {
      matches.push({ row, start });
      if (matches.length === MOST_MATCHES) return matches;
    }
  }
  return matches;
}

/** Cuts a row's pieces where a match begins and ends. */
export function markPieces(
  pieces: readonly Piece[],
  starts: readonly number[],
  length: number,
  current: number | null,
): readonly Piece[] {
  if (starts.length === 0) return pieces;
  const marked: Piece[] = [];
  let offset = 0;
  for (const { text, className } of pieces) {
    const end = offset + text.length;
    const cuts = starts
      .flatMap((start) => [start, start + length])
      .filter((cut) => cut > offset && cut < end);
    let from = offset;
    // Two matches side by side share a cut.
    for (const to of new Set([...cuts, end])) {
      const at = from;
      const start = starts.find((one) => at >= one && at < one + length);
      marked.push({
        text: text.slice(from - offset, to - offset),
        className,
        match: start === undefined ? "none" : start === current ? "current" : "match",
      });
      from = to;
    }
    offset = end;
  }
  return marked;
}
