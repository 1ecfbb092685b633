/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "unique replace: the newest trigger is skipped while a run of its key is under way",
    text: "if (hasBegun(other)) return",
    instead: `if (hasBegun(other)) return skipped(run, other, options);
    if (hasBegun(other)) return`,
    test: "core/src/dispatch/resolve-unique-conflict.test.ts",
    testName: "keeps the newest to be executed after it",
  },
  {
    name: "debounced jobs: a trigger counts as folded into a run that has begun meanwhile",
    text: "if (folded === null) return insert(run);",
    instead: "if (folded === null) return { instance: other, created: false };",
    test: "test/model/waiting.test.ts",
    testName: "two processes debounce one job",
  },
] as const;
