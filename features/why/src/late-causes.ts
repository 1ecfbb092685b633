import type { RunPhase } from "@mojob/core/feature";
import type { JobPause } from "@mojob/core/ports";
import { type Cause, PhaseName } from "@mojob/core/words";
import { appStopped, paused, windowsOpen } from "./pause-causes.ts";
import type { RunEvidence } from "./run-evidence.ts";
import { slotsTaken } from "./waiting-causes.ts";

/** Sooner than this a run counts as begun at its time. */
export const LATE_MS = 2000;

/** Why a run began later than it was due; none where it did not. */
export function lateCauses(evidence: RunEvidence, phases: readonly RunPhase[]): readonly Cause[] {
  const jitterMs = evidence.job?.options.schedule?.jitterMs ?? 0;
  const fired = phases.find(({ name }) => name === PhaseName.Fire);
  const lateMs = fired === undefined ? 0 : lengthOf(fired, evidence.now) - jitterMs;
  const queued = phases.find(({ name, attempt }) => name === PhaseName.Queue && attempt === 0);
  return [
    ...(lateMs > LATE_MS ? [{ code: "fired_late", parameters: { lateMs } } as const] : []),
    ...(queued !== undefined && lengthOf(queued, evidence.now) > LATE_MS
      ? whileQueued(evidence, queued)
      : []),
  ];
}

function whileQueued(evidence: RunEvidence, queued: RunPhase): readonly Cause[] {
  const { job, now } = evidence;
  const causes = [
    ...pausedWithin(job?.pause, queued, now).map((pause) => paused(pause)),
    ...pausedWithin(job?.appPause, queued, now).map((pause) => appStopped(pause, evidence.run.app)),
    ...windowsOpen(job?.windows, queued.from, queued.to ?? now),
    ...slotsTaken(evidence),
  ];
  const waitedMs = lengthOf(queued, now);
  return causes.length > 0 ? causes : [{ code: "waited_for_worker", parameters: { waitedMs } }];
}

/** The pause, where it was in force in a phase. Of earlier ones nobody keeps who made them. */
function pausedWithin(pause: JobPause | null | undefined, phase: RunPhase, now: Date): readonly JobPause[] {
  if (pause == null) return [];
  const { earlier = [], ...latest } = pause;
  const all: readonly JobPause[] = [...earlier.map((one) => ({ ...one, note: null })), latest];
  return all.filter(({ at, until }) => at < (phase.to ?? now) && (until === null || until > phase.from));
}

function lengthOf({ from, to }: RunPhase, now: Date): number {
  return (to ?? now).getTime() - from.getTime();
}
