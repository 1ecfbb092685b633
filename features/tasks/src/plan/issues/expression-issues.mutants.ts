/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a value of a node that may not have run is accepted",
    text: "else if (before === Before.Maybe && !mayBeMissing)",
    instead: "else if (mayBeMissing)",
    test: "features/tasks/src/plan/validate-task.test.ts",
    testName: "a branch that may not be taken",
  },
  {
    name: "tasks: a secret may be part of a text",
    text: 'list.error(issueAt(pointer, "secret_in_text"));',
    instead: "",
    test: "features/tasks/src/plan/validate-rules.test.ts",
    testName: "a secret in a text",
  },
] as const;
