/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "files: a re-run begins without what it takes over",
    text: "const state = task.state.rev === 0 ? step.state : task.state;",
    instead: "const { state } = task;",
    test: "runtime-local/src/tasks.test.ts",
    testName: "give what a re-run takes over to the first node that it executes",
  },
  {
    name: "tasks: a step that another process was faster than counts as made",
    text: "return facts.length > 0 && this.#steps.submit({ facts, state, dueAt });",
    instead: "return facts.length > 0 && (await this.#steps.submit({ facts, state, dueAt }), true);",
    test: "features/tasks/src/driver/task-driver.property.test.ts",
    testName: "both count",
  },
  {
    name: "tasks: an end says nothing by what was known before another process moved the task on, and is lost",
    text: "if (step.facts.length === 0 && recalled === null) return;",
    instead: "if (step.facts.length === 0) return;",
    test: "features/tasks/src/driver/task-driver.property.test.ts",
    testName: "before others moved it on",
  },
  {
    name: "tasks: what a dead process owed is left undone",
    text: "const isOwing = state.phase",
    instead: "const isOwing = false && state.phase",
    test: "features/tasks/src/driver/task-driver.property.test.ts",
    testName: "whatever processes die",
  },
  {
    name: "tasks: a task that ends waits for the one around it, which may wait for that",
    text: "void this.#passOn(ended, hosts[0]);",
    instead: "await this.#passOn(ended, hosts[0]);",
    test: "features/tasks/src/driver/nested-ends.test.ts",
    testName: "neither waits for the other",
  },
] as const;
