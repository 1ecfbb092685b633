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
  const closed: ClosedGate[] = [];
  for (const gate of gatesOf(situation.job)) {
    const reason = situation[gate.knows] === undefined ? null : reasonAt(gate, situation);
    if (reason !== null) closed.push({ gate, reason });
  }
  return closed;
}

/**
 * The first gate that is closed for a run; `null` where it may begin, as far as is known.
 * @param effect only gates with this effect are asked
 */
export function firstClosed(situation: Situation, effect?: GateEffect): ClosedGate | null {
  for (const gate of gatesOf(situation.job)) {
    if (situation[gate.knows] === undefined || (effect !== undefined && gate.effect !== effect)) continue;
    const reason = reasonAt(gate, situation);
    if (reason !== null) return { gate, reason };
  }
  return null;
}

/** Whether one gate is closed for a run. */
export function isClosed(gate: Gate, situation: Situation): boolean {
  const isAsked = situation[gate.knows] !== undefined && gatesOf(situation.job).includes(gate);
  return isAsked && reasonAt(gate, situation) !== null;
}

/** Whether a worker may begin runs of a job, whatever else keeps them. */
export function isOpenTo(worker: WorkerFacts, job: GatedJob): boolean {
  const situation = { job, now: ANY_TIME, worker };
  return gatesOf(job).every((gate) => gate.knows !== "worker" || reasonAt(gate, situation) === null);
}

/** Why a gate is closed for a run, where what it knows of is known. */
function reasonAt(gate: Gate, situation: Situation): Reason | null {
  // Only the gate of a job that is gone is asked without one, and it looks at the situation alone.
  return gate.closed(situation, situation.job as GatedJob);
}
