/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "bounds: long work of many callers is done in one turn",
    text: "const next = nextOf(queue);",
    instead:
      "const next = nextOf(queue); for (let other = nextOf(queue); other; other = nextOf(queue)) other();",
    test: "core/src/base/batching/loop-turns.test.ts",
    testName: "a turn of its own, in their order",
  },
] as const;
