import type { Reason } from "../reason.ts";
import { type Gate, type GateEffect, GATES } from "./gates.ts";
import type { GatedJob, Situation, WorkerFacts } from "./situation.ts";

/** A gate that is closed, and why. */
export interface ClosedGate {
  readonly gate: Gate;
  readonly reason: Reason;
}

const ALL: readonly Gate[] = Object.values(GATES);
const WITHOUT_JOB: readonly Gate[] = [GATES.removed];
/** No gate that asks for the worker asks for the time. */
const ANY_TIME = new Date(0);

const known = new WeakMap<GatedJob, readonly Gate[]>();

/** The gates that can close for runs of a job, in order: found once for each revision, so that a plain job has hardly any to ask. */
export function gatesOf(job: GatedJob | null): readonly Gate[] {
  if (job === null) return WITHOUT_JOB;
  let gates = known.get(job);
  if (gates === undefined) {
    gates = ALL.filter((gate) => gate.guards(job));
    known.set(job, gates);
  }
  return gates;
}

/** Every gate that is closed for a run, of those that what is known suffices for, in order. */
export function closedGates(situation: Situation): readonly ClosedGate[] {
  return gatesOf(situation.job).flatMap((gate) => closedAt(gate, situation) ?? []);
}

/**
 * The first gate that is closed for a run; `null` where it may begin, as far as is known.
 * @param effect only gates with this effect are asked
 */
export function firstClosed(situation: Situation, effect?: GateEffect): ClosedGate | null {
  for (const gate of gatesOf(situation.job)) {
    const closed = effect === undefined || gate.effect === effect ? closedAt(gate, situation) : null;
    if (closed !== null) return closed;
  }
  return null;
}

/** Whether one gate is closed for a run. */
export function isClosed(gate: Gate, situation: Situation): boolean {
  return gatesOf(situation.job).includes(gate) && closedAt(gate, situation) !== null;
}

/** Whether a worker may begin runs of a job, whatever else keeps them. */
export function isOpenTo(worker: WorkerFacts, job: GatedJob): boolean {
  const situation = { job, now: ANY_TIME, worker };
  return gatesOf(job).every((gate) => gate.knows !== "worker" || closedAt(gate, situation) === null);
}

function closedAt(gate: Gate, situation: Situation): ClosedGate | null {
  if (situation[gate.knows] === undefined) return null;
  // Only the gate of a job that is gone is asked without one, and it looks at the situation alone.
  const reason = gate.closed(situation, situation.job as GatedJob);
  return reason === null ? null : { gate, reason };
}
