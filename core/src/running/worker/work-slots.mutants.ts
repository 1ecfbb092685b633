/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "programs: any number of them run at once",
    text: "if (used < limit) {",
    instead: "if (used < Infinity) {",
    test: "core/src/running/attempt/run-places.test.ts",
    testName: "runs as many as it has places",
  },
] as const;
