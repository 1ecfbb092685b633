/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "samples: a worker fills the store with one heartbeat",
    text: ".slice(-SAMPLES_OF_HEARTBEAT)",
    instead: ".slice(0)",
    test: "features/samples/src/samples.test.ts",
    testName: "of a flood of one worker",
  },
  {
    name: "samples: of a time to come or long past are kept",
    text: "if (!(atMs > since.getTime() && atMs <= latest)) return [];",
    instead: "if (Number.isNaN(atMs)) return [];",
    test: "features/samples/src/samples.test.ts",
    testName: "with values that no machine has",
  },
  {
    name: "samples: a value beyond all machines spoils the means",
    text: "return Math.min(value, most);",
    instead: "return most > 0 ? value : null;",
    test: "features/samples/src/samples.test.ts",
    testName: "with values that no machine has",
  },
] as const;
