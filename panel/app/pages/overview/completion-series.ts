import type { CompletionMinute } from "../../api/operations.generated.ts";
import type { OverviewHours } from "./overview-search.ts";

const MINUTE_MS = 60_000;

/** Minutes in one bar: about as many bars whatever the time shown. */
export const STEP_MINUTES: Readonly<Record<OverviewHours, number>> = { 1: 1, 6: 5, 24: 15 };

export interface CompletionStep {
  readonly atMs: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly other: number;
}

/** The steps of the hours up to now, oldest first, with those in which nothing ended. */
export function completionSeries(
  items: readonly CompletionMinute[],
  { hours, nowMs }: { readonly hours: OverviewHours; readonly nowMs: number },
): readonly CompletionStep[] {
  const stepMs = STEP_MINUTES[hours] * MINUTE_MS;
  const lastMs = Math.floor(nowMs / stepMs) * stepMs;
  const steps = (hours * 60) / STEP_MINUTES[hours];
  const known = new Map(items.map((item) => [Date.parse(item.at), item]));
  return Array.from({ length: steps }, (_, index) => {
    const atMs = lastMs - (steps - 1 - index) * stepMs;
    const item = known.get(atMs);
    return {
      atMs,
      succeeded: item?.succeeded ?? 0,
      failed: item?.terminated ?? 0,
      other: (item?.cancelled ?? 0) + (item?.skipped ?? 0),
    };
  });
}

export function endedIn({ succeeded, failed, other }: CompletionStep): number {
  return succeeded + failed + other;
}
