import type { Mutant } from "./mutant.ts";

const RUNS = "core/src/control/explain/explain-run.test.ts";
const FIRES = "core/src/control/explain/explain-fire.test.ts";

/** Why a run or a fire is as it is. */
export const EXPLANATION_MUTANTS: readonly Mutant[] = [
  {
    name: "explain: a run of another app is explained",
    file: "core/src/control/explain/create-explanation-service.ts",
    text: "if (run == null || !asker.finds(run.app))",
    instead: "if (run == null)",
    test: RUNS,
    testName: "not to one who may not read its app",
  },
  {
    name: "explain: a job is judged by its options of now",
    file: "core/src/control/explain/explain-fire.ts",
    text: "acts.filter((act) => act.at > at),",
    instead: "[],",
    test: FIRES,
    testName: "that another schedule was in force",
  },
  {
    name: "explain: pauses before the latest one are forgotten",
    file: "core/src/control/explain/explain-fire.ts",
    text: "const all = [...(pause.earlier ?? []).map(",
    instead: "const all = [...[].map(",
    test: FIRES,
    testName: "in a pause before the latest one",
  },
  {
    name: "explain: another way of counting fires than the planner's",
    file: "core/src/control/explain/named-times.ts",
    text: "times.next(justBefore)?.getTime() === at.getTime()",
    instead: "times.next(justBefore) !== null",
    test: FIRES,
    testName: "explains each second of a week as the planner decides it",
  },
  {
    name: "explain: a run that ended before another one waited held its slot",
    file: "core/src/control/explain/create-explanation-service.ts",
    text: "(completedAt !== null && completedAt > from)",
    instead: "completedAt !== null",
    test: RUNS,
    testName: "a run that had ended before held no slot",
  },
  {
    name: "endAndAdmit(): a run begins before it came",
    file: "core/src/model/write/end.ts",
    text: "if (first.record.history.some(({ at }) => at > change.at)) return null;",
    instead: "",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "begins none that came after the moment at which it was decided",
  },
];
