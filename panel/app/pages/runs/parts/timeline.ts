import type { Instance } from "../../../api/operations.generated.ts";
import type { JobState } from "../../../ui/state-badge.tsx";

type HistoryEntry = Instance["history"][number];

/** The phase of a run while it is in a state. */
export const Phase = { Waiting: "waiting", Queued: "queued", Running: "running", Ended: "ended" } as const;
export type Phase = (typeof Phase)[keyof typeof Phase];

const PHASES: Readonly<Record<JobState, Phase>> = {
  Scheduled: Phase.Waiting,
  Enqueued: Phase.Queued,
  Processing: Phase.Running,
  // Until the next attempt.
  Failed: Phase.Waiting,
  Succeeded: Phase.Ended,
  Terminated: Phase.Ended,
  Cancelled: Phase.Ended,
  Skipped: Phase.Ended,
};

export interface TimelineStep {
  readonly entry: HistoryEntry;
  readonly phase: Phase;
  /** How long the run was in the state it went to; `null` once it ended there. */
  readonly ms: number | null;
  /** It is in it now. */
  readonly isCurrent: boolean;
}

export interface Timeline {
  readonly steps: readonly TimelineStep[];
  readonly totals: Readonly<Record<Exclude<Phase, "ended">, number>>;
}

export function isEnded(state: JobState): boolean {
  return PHASES[state] === Phase.Ended;
}

/** A run's history as stretches of time; the last goes on until now unless the run has ended. */
export function timelineOf(history: readonly HistoryEntry[], nowMs: number): Timeline {
  const totals = { waiting: 0, queued: 0, running: 0 };
  const steps = history.map((entry, index): TimelineStep => {
    const phase = PHASES[entry.to];
    const next = history[index + 1];
    if (phase === Phase.Ended) return { entry, phase, ms: null, isCurrent: false };
    // The clocks of scheduler and viewer may differ: nothing lasts less than no time.
    const ms = Math.max(0, (next === undefined ? nowMs : Date.parse(next.at)) - Date.parse(entry.at));
    totals[phase] += ms;
    return { entry, phase, ms, isCurrent: next === undefined };
  });
  return { steps, totals };
}
