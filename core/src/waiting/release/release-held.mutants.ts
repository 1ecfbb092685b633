/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "releasing: what a stopped app held begins in the order in which it is read",
    text: "if (change !== null) joins.set(run, change);",
    instead: "",
    test: "runtime-local/src/released-order.test.ts",
    testName: "within a limit",
  },
] as const;
