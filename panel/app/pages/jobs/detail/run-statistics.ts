import type { InstanceSummary } from "../../../api/operations.generated.ts";
import type { JobState } from "../../../ui/state-badge.tsx";

/** The statistics of a job's recent runs. */
export interface RunStatistics {
  readonly ended: number;
  readonly succeeded: number;
  /** Of runs that began and ended, shortest first. */
  readonly durationsMs: readonly number[];
  readonly states: ReadonlyMap<JobState, number>;
}

const ENDED: ReadonlySet<JobState> = new Set(["Succeeded", "Failed", "Terminated", "Cancelled"]);

export function runStatistics(runs: readonly InstanceSummary[]): RunStatistics {
  const states = new Map<JobState, number>();
  for (const { state } of runs) states.set(state, (states.get(state) ?? 0) + 1);
  const ended = runs.filter(({ state, completedAt }) => completedAt !== null && ENDED.has(state));
  return {
    ended: ended.length,
    succeeded: ended.filter(({ state }) => state === "Succeeded").length,
    durationsMs: ended
      .map(durationMs)
      .filter((ms) => ms !== null)
      .sort((one, other) => one - other),
    states,
  };
}

/** `null` for a run that did not begin or end. */
export function durationMs({
  startedAt,
  completedAt,
}: Pick<InstanceSummary, "startedAt" | "completedAt">): number | null {
  return startedAt === null || completedAt === null ? null : Date.parse(completedAt) - Date.parse(startedAt);
}

/** The value that so large a part of the others does not exceed (nearest rank); `null` of none. */
export function quantile(sorted: readonly number[], part: number): number | null {
  return sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? null;
}

export interface RunSpan {
  /** Since 1970. */
  readonly fromMs: number;
  readonly states: ReadonlyMap<JobState, number>;
}

/** The runs by equal spans of time, oldest first. */
export function runsOverTime(runs: readonly InstanceSummary[], spans: number): readonly RunSpan[] {
  if (runs.length === 0) return [];
  const times = runs.map(({ createdAt }) => Date.parse(createdAt));
  const from = Math.min(...times);
  const size = Math.max(1000, (Math.max(...times) - from + 1) / spans);
  const counted = Array.from({ length: spans }, (_, index) => ({
    fromMs: from + index * size,
    states: new Map<JobState, number>(),
  }));
  runs.forEach(({ state }, index) => {
    const span = counted[Math.floor(((times[index] ?? from) - from) / size)];
    span?.states.set(state, (span.states.get(state) ?? 0) + 1);
  });
  return counted;
}
