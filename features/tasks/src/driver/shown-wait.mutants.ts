/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "promises: nobody sees that a task waits",
    text: "waiting === null ? shown === undefined : isSame(waiting, shown)",
    instead: "waiting !== null || shown === undefined",
    test: "test/behaviour/embedded.test.ts",
    testName: "lists show that one waits for its approval",
  },
] as const;
