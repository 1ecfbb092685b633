import { startTransition, useEffect, useState } from "react";
import { browserClock } from "../../time/clock.ts";

/** So many new rows are drawn at once: some 50 ms on a slow machine. */
const PART = 15;

/**
 * The rows that are drawn now: those that were drawn before and some of the new ones, until all are. Two hundred at once would hold
 * the page up.
 * @param keyOf names a row, as its `key` does
 */
export function useRowsInParts<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set<string>());
  const fresh = new Set(
    rows
      .map(keyOf)
      .filter((key) => !drawn.has(key))
      .slice(0, PART),
  );
  const shown = rows.filter((row) => drawn.has(keyOf(row)) || fresh.has(keyOf(row)));
  useEffect(() => {
    if (fresh.size === 0) return;
    // A transition is drawn between what else happens.
    return browserClock.after(0, () => startTransition(() => setDrawn(new Set(shown.map(keyOf)))));
  });
  return shown.length === rows.length ? rows : shown;
}
