import type { Act, Incident } from "../../../api/operations.generated.ts";

/** Acts that change how a job runs; those on single runs are on the runs' own pages. */
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

/** Something that is shown at its time: what somebody did, or what went wrong. */
export type ChartEvent =
  | { readonly at: string; readonly act: Act }
  | { readonly at: string; readonly incident: Incident };

export interface ChartMark {
  /** The bar at whose time it was. */
  readonly index: number;
  /** At that time, the oldest first. */
  readonly events: readonly ChartEvent[];
}

/** The events on the chart of a job, the oldest first. */
export function chartEvents(acts: readonly Act[], incidents: readonly Incident[]): readonly ChartEvent[] {
  return [
    ...acts.filter(({ kind }) => MARKED.has(kind)).map((act) => ({ at: act.at, act })),
    ...incidents.map((incident) => ({ at: incident.openedAt, incident })),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** The events on a chart of equal spans of time, by span, in the order of these; what has been since is at its end. */
export function chartMarks(events: readonly ChartEvent[], starts: readonly number[]): readonly ChartMark[] {
  const [first, second] = starts;
  if (first === undefined || second === undefined) return [];
  const found = new Map<number, ChartEvent[]>();
  for (const event of events) {
    const index = Math.floor((Date.parse(event.at) - first) / (second - first));
    if (index < 0) continue;
    const bar = Math.min(index, starts.length - 1);
    found.set(bar, [...(found.get(bar) ?? []), event]);
  }
  return [...found]
    .map(([index, within]) => ({ index, events: within }))
    .toSorted((one, other) => one.index - other.index);
}

/** Marks side by side as one, so that each has room for a finger; the place of the middle one counts. */
export function groupMarks(marks: readonly ChartMark[], bars: number): readonly ChartMark[] {
  const groups = new Map<number, ChartMark[]>();
  for (const mark of marks) {
    const group = Math.floor(mark.index / bars);
    groups.set(group, [...(groups.get(group) ?? []), mark]);
  }
  return [...groups].map(([group, within]) => ({
    index: group * bars + (bars - 1) / 2,
    events: within.flatMap(({ events }) => events),
  }));
}
