import type { Mutant } from "./mutant.ts";

const RANDOM = "core/src/task/decide/advance.property.test.ts";
const SMALL = "core/src/task/decide/advance.test.ts";

/** How a task goes on. */
export const TASK_MUTANTS: readonly Mutant[] = [
  {
    name: "tasks: a node is skipped before all those before it are decided",
    file: "core/src/task/decide/join-verdict.ts",
    text: 'return isDecided ? negative : "wait";\n    case NamedJoin.Done:',
    instead: "return negative;\n    case NamedJoin.Done:",
    test: RANDOM,
    testName: "end as the reference says",
  },
  {
    name: "tasks: the run of an earlier visit has the name of a later one",
    file: "core/src/task/state/run-name.ts",
    text: '${visit === "" ? "" : `~${visit}`}',
    instead: "",
    test: SMALL,
    testName: "repeats a loop",
  },
  {
    name: "tasks: the end of a run that was given up counts",
    file: "core/src/task/decide/take-event.ts",
    text: "run.item === null && run.n === at?.n",
    instead: "run.item === null",
    test: SMALL,
    testName: "I11",
  },
  {
    name: "tasks: a step has the revision of the one before it",
    file: "core/src/task/decide/step.ts",
    text: "this.#rev = state.rev + 1;",
    instead: "this.#rev = state.rev;",
    test: SMALL,
    testName: "I6",
  },
  {
    name: "tasks: a failure counts no more once something else succeeded",
    file: "core/src/task/decide/failures.ts",
    text: 'if (blocked.length === 0) return "unhandled";',
    instead: 'if (blocked.length === 0) return "handled";',
    test: SMALL,
    testName: "counts a failure until",
  },
  {
    name: "tasks: a node that needs one predecessor counts on all of them",
    file: "core/src/task/plan/graph/sure-nodes.ts",
    text: "common.keepCommon(ran)",
    instead: "common.addAll(ran)",
    test: "core/src/task/plan/graph/sure-nodes.test.ts",
    testName: "has surely run before another one",
  },
  {
    name: "tasks: a value of a node that may not have run is accepted",
    file: "core/src/task/plan/issues/expression-issues.ts",
    text: "else if (before === Before.Maybe && !mayBeMissing)",
    instead: "else if (mayBeMissing)",
    test: "core/src/task/plan/validate-task.test.ts",
    testName: "a branch that may not be taken",
  },
  {
    name: "tasks: a re-run takes over what follows the nodes that it executes",
    file: "core/src/task/rerun/rerun-plan.ts",
    text: "for (const { to, isBack } of one.outs) if (!isBack) follows(to);",
    instead: "",
    test: "core/src/task/rerun/rerun-plan.test.ts",
    testName: "is executed again from what failed",
  },
];
