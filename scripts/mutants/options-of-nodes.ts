import type { Mutant } from "./mutant.ts";

const EMBEDDED = "test/behaviour/embedded.test.ts";
const MEMBERS = "test/behaviour/body-members.test.ts";

/** What bodies promise. */
export const PROMISE_MUTANTS: readonly Mutant[] = [
  {
    name: "promises: a node's retries are those of its job",
    file: "core/src/driver/node-run.ts",
    text: "const options = isOwnJob(node) ? {} : runOptionsOf(node);",
    instead: "const options = {};",
    test: EMBEDDED,
    testName: "`retry` of a node repeats a stored job",
  },
  {
    name: "promises: what a body holds may wait for ever",
    file: "core/src/duties/waiting-duty.ts",
    text: "const bounded = await boundedByNodes(jobs);",
    instead: "const bounded = new Map<string, number>();",
    test: MEMBERS,
    testName: "waitTimeoutMs",
  },
  {
    name: "promises: cleanup handles a failure",
    file: "core/src/task/plan/graph/task-graph.ts",
    text: "if (on === EdgeCondition.Ok || cleanup === true) return false;",
    instead: "if (on === EdgeCondition.Ok) return false;",
    test: "core/src/task/decide/edge-cases.test.ts",
    testName: "cleanup handles no failure",
  },
  {
    name: "promises: a batch of no items has an item",
    file: "core/src/task/decide/evaluate.ts",
    text: "state?.batch?.count === 0 ? NO_ITEMS : null",
    instead: "null",
    test: "core/src/task/decide/edge-cases.test.ts",
    testName: "a batch of no items is an empty list",
  },
  {
    name: "promises: work in bodies has no defaults",
    file: "core/src/definition/task/own-work.ts",
    text: "result.success ? result.output : work",
    instead: "work",
    test: EMBEDDED,
    testName: "work in a body has the defaults of the work of a job",
  },
  {
    name: "promises: the follower of a task waits for the reconciler",
    file: "core/src/driver/task-ends.ts",
    text: "if (definition !== null)\n      await beginNextOfKey",
    instead: "if (definition === null)\n      await beginNextOfKey",
    test: EMBEDDED,
    testName: "the follower of `unique: replace` begins once",
  },
  {
    name: "promises: nobody sees that a task waits",
    file: "core/src/driver/shown-wait.ts",
    text: "waiting === null ? shown === undefined : isSame(waiting, shown)",
    instead: "waiting !== null || shown === undefined",
    test: EMBEDDED,
    testName: "lists show that one waits for its approval",
  },
  {
    name: "promises: a failed task keeps its cause to itself",
    file: "core/src/driver/end-of-task.ts",
    text: "root ?? failureOf(end, definition.options.timeoutMs)",
    instead: "failureOf(end, definition.options.timeoutMs)",
    test: EMBEDDED,
    testName: "a task that failed says what its node failed with",
  },
  {
    name: "promises: declared types are not looked at",
    file: "core/src/task/declared-type.ts",
    text: "kind === undefined || value === null || kindOf(value) === kind",
    instead: "kind !== null",
    test: MEMBERS,
    testName: "results.type",
  },
];
