import type { Operations } from "../../api/operations.generated.ts";

export type PlannedDay = Operations["previewBackfill"]["answer"]["days"][number];

/** The first and the last of days that are chosen together, by their positions. */
export interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** From one day to another, whichever is earlier. */
export function between(one: number, other: number): DayRange {
  return { first: Math.min(one, other), last: Math.max(one, other) };
}

/** The instants that the chosen days have from and to; `null` where there are no such days any more. */
export function rangeOf(
  days: readonly PlannedDay[],
  { first, last }: DayRange,
): { readonly from: string; readonly to: string } | null {
  const from = days[first]?.from;
  const to = days[last]?.to;
  return from === undefined || to === undefined ? null : { from, to };
}

/** How a day looks: the worst of its nominal times. */
export function lookOf({
  failed,
  missing,
  skipped,
  open,
  cancelled,
}: PlannedDay): "failed" | "missing" | "open" | "ok" {
  if (failed + cancelled > 0) return "failed";
  if (missing + skipped > 0) return "missing";
  return open > 0 ? "open" : "ok";
}
