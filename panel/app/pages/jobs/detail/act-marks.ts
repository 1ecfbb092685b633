import type { Act } from "../../../api/operations.generated.ts";

/** What changes how a job runs; what was done to single runs is on their own pages. */
const MARKED: ReadonlySet<Act["kind"]> = new Set([
  "create",
  "copy",
  "import",
  "edit",
  "pause",
  "resume",
  "stop_app",
  "start_app",
]);

export interface ActMark {
  /** The bar at whose time it was done. */
  readonly index: number;
  /** At that time, the oldest first. */
  readonly acts: readonly Act[];
}

/** The acts that belong on a chart of equal spans of time, by span, in the order of these; what was done since is at its end. */
export function actMarks(acts: readonly Act[], starts: readonly number[]): readonly ActMark[] {
  const [first, second] = starts;
  if (first === undefined || second === undefined) return [];
  const found = new Map<number, Act[]>();
  for (const act of acts.toReversed()) {
    const index = Math.floor((Date.parse(act.at) - first) / (second - first));
    if (!MARKED.has(act.kind) || index < 0) continue;
    const bar = Math.min(index, starts.length - 1);
    found.set(bar, [...(found.get(bar) ?? []), act]);
  }
  return [...found]
    .map(([index, within]) => ({ index, acts: within }))
    .toSorted((one, other) => one.index - other.index);
}

/** Marks side by side as one, so that each has room for a finger; the place of the middle one counts. */
export function groupMarks(marks: readonly ActMark[], bars: number): readonly ActMark[] {
  const groups = new Map<number, ActMark[]>();
  for (const mark of marks) {
    const group = Math.floor(mark.index / bars);
    groups.set(group, [...(groups.get(group) ?? []), mark]);
  }
  return [...groups].map(([group, within]) => ({
    index: group * bars + (bars - 1) / 2,
    acts: within.flatMap(({ acts }) => acts),
  }));
}
