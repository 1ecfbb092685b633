import { type JobWork, type RegisteredKind, type RegisteredWork, registeredKind } from "./job-work.ts";
import { resourceWork } from "./resource-work.ts";
import { type Check, type ResourceUse, resourcesIn, type Verify } from "./work-check.ts";

/** Work in phases, which one attempt executes one after the other. */
export interface Phases {
  /** Resources that must be available; where one of these is not, nothing runs. */
  readonly resources?: readonly ResourceUse[];
  /** Where it fails, nothing else runs. */
  readonly ready?: JobWork;
  /** @default nothing: it only looks at resources */
  readonly process?: JobWork;
  /** Where it is not over with its code: attempts later find out, and nothing holds the worker meanwhile. */
  readonly verify?: Verify;
  /** Runs whatever became of `process`, unless the attempt is to end. */
  readonly end?: JobWork;
  /** The condition on resources once all of it has run. */
  readonly condition?: Check;
}

/** Only the bodies of tasks make such work: no job can be given it by itself. */
export const PHASES: RegisteredKind = registeredKind("phases");

/** Stands where a job has work, of one that has none: only the bodies of tasks make it. */
export const NO_WORK: RegisteredWork = { kind: registeredKind("none") };

/** Phases as the work of one job; `process` alone where there is nothing else. */
export function phasedWork(phases: Phases): JobWork {
  if (Object.keys(phases).length === 1 && phases.process !== undefined) return phases.process;
  return { kind: PHASES, ...phases } as unknown as RegisteredWork;
}

/** The phases of work that has some; `null` for other work. */
export function phasesOf(work: JobWork): Phases | null {
  return work.kind === PHASES ? (work as unknown as Phases) : null;
}

/** The parts that a worker needs runners for: each phase, and each kind of look at resources, or the work itself. */
export function runParts(work: JobWork): readonly JobWork[] {
  const phases = phasesOf(work);
  if (phases === null) return [work];
  const parts = [phases.ready, phases.process, phases.end].filter((part) => part !== undefined);
  const uses = resourcesOf(phases).map(({ type, test }) => resourceWork({ type, test, uri: "" }));
  return [...parts, ...uses];
}

function resourcesOf({ resources = [], verify, condition }: Phases): readonly ResourceUse[] {
  const later = verify !== undefined && "check" in verify ? resourcesIn(verify.check) : [];
  return [...resources, ...later, ...(condition === undefined ? [] : resourcesIn(condition))];
}
