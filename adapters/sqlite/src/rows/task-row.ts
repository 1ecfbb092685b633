import { fromTaggedJson, type TaskFact, type TaskWrite, toTaggedJson } from "@mojob/core/ports";

/** A step of a task on its way to the database. */
export interface TaskRow {
  readonly tenant: string;
  readonly id: string;
  readonly rev: number;
  /** Milliseconds. */
  readonly dueAt: number | null;
  /** The number and the text of each. */
  readonly facts: readonly (readonly [seq: number, fact: string])[];
  /** The whole state, which is written now and then. */
  readonly stateText: () => string;
}

export function toTaskRow({ facts, state, dueAt }: TaskWrite): TaskRow {
  const { tenant, id, rev } = state;
  return {
    tenant,
    id,
    rev,
    dueAt: dueAt === null ? null : dueAt.getTime(),
    facts: facts.map((fact) => [fact.seq, toTaggedJson(fact)]),
    stateText: () => toTaggedJson(state),
  };
}

export function toFact(text: string): TaskFact {
  return fromTaggedJson(text) as TaskFact;
}
