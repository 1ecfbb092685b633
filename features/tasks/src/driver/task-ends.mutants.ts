/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "promises: the follower of a task waits for the reconciler",
    text: `if (definition !== null)
      await beginNextOfKey`,
    instead: `if (definition === null)
      await beginNextOfKey`,
    test: "test/behaviour/embedded.test.ts",
    testName: "the follower of `unique: replace` begins once",
  },
] as const;
