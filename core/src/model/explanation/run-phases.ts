import { fireTimeOf } from "../instance/fire-time.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import { JobState } from "../instance/job-state.ts";

/** The phases of a run's life. */
export const PhaseName = {
  /** It is due later. */
  Delay: "delay",
  /** Its time has come, and it is not recorded yet. */
  Fire: "fire",
  /** It waits for a worker, a slot or its turn. */
  Queue: "queue",
  Run: "run",
  /** It has failed, and waits for its retry. */
  Retry: "retry",
} as const;
export type PhaseName = (typeof PhaseName)[keyof typeof PhaseName];

export interface RunPhase {
  readonly name: PhaseName;
  readonly from: Date;
  /** `null`: it lasts. */
  readonly to: Date | null;
  /** Attempts begun by then. */
  readonly attempt: number;
}

const PHASES: Readonly<Partial<Record<JobState, PhaseName>>> = {
  [JobState.Scheduled]: PhaseName.Delay,
  [JobState.Enqueued]: PhaseName.Queue,
  [JobState.Processing]: PhaseName.Run,
  [JobState.Failed]: PhaseName.Retry,
};

/** The phases of a run, by its history: they follow each other without a gap. Those that took no time are left out. */
export function phasesOf(run: RunParts): readonly RunPhase[] {
  const { createdAt, history } = run;
  const due = fireTimeOf(run);
  const phases: RunPhase[] =
    due !== undefined && due < createdAt
      ? [{ name: PhaseName.Fire, from: due, to: createdAt, attempt: 0 }]
      : [];
  for (const [index, { to: state, at, attempt }] of history.entries()) {
    const next = history[index + 1];
    const name = PHASES[state];
    const to = next?.at ?? null;
    if (name !== undefined && (to === null || to > at)) phases.push({ name, from: at, to, attempt });
  }
  return phases;
}

type RunParts = Pick<JobInstance, "trigger" | "scheduledFor" | "createdAt" | "history">;
