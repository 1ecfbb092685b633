/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "ends on Temporal: the first follower is noticed seconds later",
    text: "if (!isKept) kept.listeners = null;",
    instead: "if (!isKept && kept.timer !== null) kept.listeners = null;",
    test: "runtime-temporal/src/link/ends-bus.test.ts",
    testName: "the first end after one has come is",
  },
] as const;
