import type { JobWindow, Opening } from "../../model/window/job-window.ts";

/** Openings that follow each other without a break; beyond, they count as one without an end. */
const MOST_JOINED = 20;

/** The time without a break around an instant in which some window is open; `null` where all are closed then. */
export function joinedAt(windows: readonly JobWindow[], instant: Date): Opening | null {
  let joined: Opening | null = null;
  for (const window of windows) joined = around(joined, window.at(instant));
  for (let joins = 0; joined !== null && joins < MOST_JOINED; joins += 1) {
    let wider: Opening = joined;
    const before = new Date(joined.from.getTime() - 1);
    for (const window of windows) {
      wider = around(wider, window.at(before)) ?? wider;
      if (wider.until !== null) wider = around(wider, window.at(wider.until)) ?? wider;
    }
    if (wider === joined) return joined;
    joined = wider;
  }
  return joined && { from: joined.from, until: null };
}

/** The first time without a break after an instant at which all windows are closed; `null` where none will come. */
export function joinedAfter(windows: readonly JobWindow[], instant: Date): Opening | null {
  let first: Date | null = null;
  for (const window of windows) {
    const from = window.after(instant)?.from ?? null;
    if (from !== null && (first === null || from < first)) first = from;
  }
  return first && joinedAt(windows, first);
}

/** The time from the earlier beginning to the later end; one of the two where it contains the other. */
function around(one: Opening | null, other: Opening | null): Opening | null {
  if (one === null || other === null) return one ?? other;
  const from = other.from < one.from ? other.from : one.from;
  const until = one.until === null || other.until === null ? null : later(one.until, other.until);
  return from === one.from && until === one.until ? one : { from, until };
}

function later(one: Date, other: Date): Date {
  return other > one ? other : one;
}
