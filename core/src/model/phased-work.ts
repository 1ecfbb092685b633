import { type JobWork, type RegisteredKind, type RegisteredWork, registeredKind } from "./job-work.ts";

/** Work in phases, which one attempt executes one after the other. */
export interface Phases {
  /** Where it fails, nothing else runs. */
  readonly ready?: JobWork;
  readonly process: JobWork;
  /** Runs whatever became of `process`, unless the attempt is to end. */
  readonly end?: JobWork;
}

/** Only the bodies of tasks make such work: no job can be given it by itself. */
export const PHASES: RegisteredKind = registeredKind("phases");

/** Phases as the work of one job; `process` alone where there are no others. */
export function phasedWork(phases: Phases): JobWork {
  if (phases.ready === undefined && phases.end === undefined) return phases.process;
  return { kind: PHASES, ...phases } as unknown as RegisteredWork;
}

/** The phases of work that has some; `null` for other work. */
export function phasesOf(work: JobWork): Phases | null {
  return work.kind === PHASES ? (work as unknown as Phases) : null;
}

/** What a worker needs runners for: each phase, or the work itself. */
export function runParts(work: JobWork): readonly JobWork[] {
  const phases = phasesOf(work);
  if (phases === null) return [work];
  return [phases.ready, phases.process, phases.end].filter((part) => part !== undefined);
}
