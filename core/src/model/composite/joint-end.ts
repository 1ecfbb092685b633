import { JobState } from "../instance/job-state.ts";
import type { ShardEnd } from "../run-routing.ts";

/** How a run ends whose parts have ended so: Succeeded where all have; Skipped where all were; Cancelled where the others were; else it has failed. */
export function jointEnd(ends: readonly ShardEnd[]): ShardEnd {
  const others = ends.filter((end) => end !== JobState.Succeeded);
  if (others.length === 0) return JobState.Succeeded;
  if (ends.every((end) => end === JobState.Skipped)) return JobState.Skipped;
  return others.every((end) => end === JobState.Cancelled) ? JobState.Cancelled : JobState.Terminated;
}
