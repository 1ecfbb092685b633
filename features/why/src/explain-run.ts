import { type JobInstance, JobState } from "@mojob/core";
import { type RunExplanation, Verdict } from "@mojob/core/engine";
import { fireTimeOf, phasesOf, type RunPhase } from "@mojob/core/feature";
import { ReasonCode } from "@mojob/core/ports";
import type { Cause } from "@mojob/core/words";
import { failureCauses } from "./failure-causes.ts";
import { LATE_MS, lateCauses } from "./late-causes.ts";
import type { RunEvidence } from "./run-evidence.ts";
import { slotsTaken, waitingCauses, workerCauses } from "./waiting-causes.ts";

/** Why a run is as it is, from what is known of it. */
export function explainRun(evidence: RunEvidence): RunExplanation {
  const { run, now } = evidence;
  const phases = phasesOf(run);
  const latenessMs = latenessOf(run, now);
  const verdict = verdictOf(run, latenessMs - jitterOf(evidence));
  return { verdict, latenessMs, phases, causes: causesOf(verdict, evidence, phases) };
}

function causesOf(verdict: Verdict, evidence: RunEvidence, phases: readonly RunPhase[]): readonly Cause[] {
  switch (verdict) {
    case Verdict.OnTime:
      return [{ code: "on_time" }];
    case Verdict.Late:
      return lateCauses(evidence, phases);
    case Verdict.Waiting:
      return waitingCauses(evidence);
    case Verdict.Running:
      return [...recorded(evidence.run), ...workerCauses(evidence), ...lateCauses(evidence, phases)];
    case Verdict.Skipped: {
      const { reason } = evidence.run;
      return [
        ...recorded(evidence.run),
        ...(reason?.code === ReasonCode.JobFull ? slotsTaken(evidence) : []),
      ];
    }
    case Verdict.Failed:
      return failureCauses(evidence);
    case Verdict.Cancelled:
      return recorded(evidence.run);
  }
}

/** The reason that the record has, but for one that says no more than its state. */
function recorded({ reason, updatedAt, completedAt }: JobInstance): readonly Cause[] {
  if (reason === null || reason.code === ReasonCode.Started) return [];
  return [{ code: "recorded", parameters: { reason, at: (completedAt ?? updatedAt).toISOString() } }];
}

function verdictOf({ state }: JobInstance, lateMs: number): Verdict {
  switch (state) {
    case JobState.Succeeded:
      return lateMs > LATE_MS ? Verdict.Late : Verdict.OnTime;
    case JobState.Terminated:
      return Verdict.Failed;
    case JobState.Cancelled:
      return Verdict.Cancelled;
    case JobState.Skipped:
      return Verdict.Skipped;
    case JobState.Processing:
      return Verdict.Running;
    default:
      return Verdict.Waiting;
  }
}

/** From the time that the schedule or the trigger named to the first attempt, or to now. */
function latenessOf(run: JobInstance, now: Date): number {
  const { history, completedAt } = run;
  const due = fireTimeOf(run) ?? history.find(({ to }) => to === JobState.Enqueued)?.at ?? now;
  const begun = history.find(({ to }) => to === JobState.Processing)?.at ?? completedAt ?? now;
  return Math.max(0, begun.getTime() - due.getTime());
}

/** A schedule may let its fires begin so much later. */
function jitterOf({ run: { trigger }, job }: RunEvidence): number {
  return trigger.nominalTime === undefined ? 0 : (job?.options.schedule?.jitterMs ?? 0);
}
