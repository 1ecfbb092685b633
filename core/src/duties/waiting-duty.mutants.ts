/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "late fires: a worker at its limit counts as one that takes them",
    text: "able.some(hasPlace)",
    instead: "hasWorker",
    test: "core/src/duties/waiting-duty.test.ts",
    testName: "every worker that could take them is at its limit",
  },
  {
    name: "promises: what a body holds may wait for ever",
    text: "const bounded = await boundedByNodes(jobs);",
    instead: "const bounded = new Map<string, number>();",
    test: "test/behaviour/body-members.test.ts",
    testName: "waitTimeoutMs",
  },
] as const;
