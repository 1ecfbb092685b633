/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: long work of many callers is done in one turn",
    text: "if (isDue(queue)) return;",
    instead: ";",
    test: "core/src/base/batching/loop-turns.test.ts",
    testName: "as much short work as it has time for",
  },
] as const;
