import type { Report } from "../../api/operations.generated.ts";
import type { JobState } from "../../ui/state-badge.tsx";

/** More would be too narrow for a finger and a mouse. */
const MOST_BARS = 60;

/** A bar's parts, the lowest first, by the members that count them. */
export const BAR_PARTS = [
  { name: "succeeded", state: "Succeeded" },
  { name: "terminated", state: "Terminated" },
  { name: "cancelled", state: "Cancelled" },
  { name: "skipped", state: "Skipped" },
] as const satisfies readonly { readonly name: keyof Report["buckets"][number]; readonly state: JobState }[];

type Counts = Readonly<Record<(typeof BAR_PARTS)[number]["name"], number>>;

/** Hours or days of a report that are shown together. */
export interface ReportBar extends Counts {
  readonly from: string;
  readonly to: string;
  readonly runs: number;
}

/** The bars of a report's chart, the earliest first: as many hours or days in each that the chart can be read. */
export function reportBars({ buckets, to }: Pick<Report, "buckets" | "to">): readonly ReportBar[] {
  const size = Math.max(1, Math.ceil(buckets.length / MOST_BARS));
  const bars: ReportBar[] = [];
  for (let start = 0; start < buckets.length; start += size) {
    const within = buckets.slice(start, start + size);
    const sum = (name: keyof Counts | "runs"): number => within.reduce((total, one) => total + one[name], 0);
    bars.push({
      from: within[0]?.at ?? to,
      to: buckets[start + size]?.at ?? to,
      runs: sum("runs"),
      succeeded: sum("succeeded"),
      terminated: sum("terminated"),
      cancelled: sum("cancelled"),
      skipped: sum("skipped"),
    });
  }
  return bars;
}

/** The bar of an instant; -1 where it is before all of them. */
export function barOf(bars: readonly ReportBar[], at: string): number {
  return bars.findLastIndex(({ from }) => Date.parse(from) <= Date.parse(at));
}
