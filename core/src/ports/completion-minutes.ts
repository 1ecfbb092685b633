import type { JobState } from "../model/instance/job-state.ts";
import type { CompletionMinute } from "./instance-statistics.ts";

export type CompletionCounter = keyof Omit<CompletionMinute, "at">;

/** Where the runs of each terminal state are counted. */
export const COMPLETION_COUNTERS: Readonly<Partial<Record<JobState, CompletionCounter>>> = {
  Succeeded: "succeeded",
  Terminated: "terminated",
  Cancelled: "cancelled",
  Skipped: "skipped",
};

/** Counts of runs that ended, by minute and state, as `completions()` resolves to them; counts of the same are added. */
export function toCompletionMinutes(
  counts: Iterable<{ readonly at: Date; readonly state: JobState; readonly count: number }>,
): readonly CompletionMinute[] {
  const minutes = new Map<number, Record<CompletionCounter, number>>();
  for (const { at, state, count } of counts) {
    const counter = COMPLETION_COUNTERS[state];
    if (counter === undefined) continue;
    const minute = minutes.get(at.getTime()) ?? { succeeded: 0, terminated: 0, cancelled: 0, skipped: 0 };
    minute[counter] += count;
    minutes.set(at.getTime(), minute);
  }
  return [...minutes]
    .sort(([a], [b]) => a - b)
    .map(([atMs, counted]) => ({ at: new Date(atMs), ...counted }));
}
