import { foldFacts, type TaskFact, type TaskState, type TaskWrite } from "@mojob/core/ports";
import { instant } from "./instant.ts";

/** The first step of a task that has a run. */
export function aFirstStep(tenant: string, id: string): TaskWrite {
  const none: TaskState = {
    id,
    tenant,
    key: "ops/nightly",
    version: 1,
    engine: 1,
    rev: 0,
    seq: 0,
    phase: "new",
    nodes: {},
    loops: {},
    runs: 0,
    vars: {},
    edits: [],
    signals: [],
  };
  const vars = { "$odd.name": ["日", { $date: "no date" }], day: "2026-11-20" };
  return aStepAfter(none, [{ type: "begun", vars, taken: null }]);
}

type FactData = {
  readonly [Type in TaskFact["type"]]: Omit<Extract<TaskFact, { type: Type }>, "seq" | "rev" | "at">;
}[TaskFact["type"]];

/** A step with these facts, or with one that a node waits until `dueAt`. */
export function aStepAfter(state: TaskState, given: readonly FactData[] | Date | null = null): TaskWrite {
  const dueAt = given instanceof Date ? given : null;
  const waits = { type: "waits", node: "n", visit: "", dueAt, until: null, why: "wait" } as const;
  const data: readonly FactData[] = Array.isArray(given) ? (given as readonly FactData[]) : [waits];
  const rev = state.rev + 1;
  const facts = data.map(
    (fact, index) => ({ ...fact, seq: state.seq + 1 + index, rev, at: instant(rev) }) as TaskFact,
  );
  return { facts, state: foldFacts(state, facts), dueAt };
}
