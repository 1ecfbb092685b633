import type { Cause } from "../model/explanation/cause.ts";
import type { RunPhase } from "../model/explanation/run-phases.ts";

/** How a run stands, in one word. */
export const Verdict = {
  OnTime: "on_time",
  /** It began later than it should have. */
  Late: "late",
  Waiting: "waiting",
  Running: "running",
  Skipped: "skipped",
  Failed: "failed",
  Cancelled: "cancelled",
} as const;
export type Verdict = (typeof Verdict)[keyof typeof Verdict];

/** Why a run is as it is. */
export interface RunExplanation {
  readonly verdict: Verdict;
  /** From when it was due to when its first attempt began, or to now. */
  readonly latenessMs: number;
  /** The phases of its life, in order. */
  readonly phases: readonly RunPhase[];
  /** The first is the answer, those after it hold as well. */
  readonly causes: readonly Cause[];
}

/** Why a job fired at a time, or did not; or when it fires next, and what keeps it from that. */
export interface FireExplanation {
  /** The time in question; `null` is now. */
  readonly at: Date | null;
  /** The run of this fire, or the record that stands for it. */
  readonly run: string | null;
  /** The fire after `at`, by the schedules as they are now. */
  readonly next: Date | null;
  readonly causes: readonly Cause[];
}

/** Says why, from what is recorded: it never guesses. */
export interface ExplanationService {
  /** Why a run is late, was skipped, failed, waits or takes long. @throws MoJobError `instance_not_found` */
  run(id: string): Promise<RunExplanation>;
  /**
   * Why a job did or did not fire at a time, or what keeps it from running now.
   * @param at a nominal time of its schedules, to the second @default now
   * @throws MoJobError `job_not_found`
   */
  job(key: string, at?: Date): Promise<FireExplanation>;
}
