/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "samples: one of a worker is shown to those who do not see it",
    text: "if (series !== null && requester.apps.has(series.app)) return",
    instead: "if (series !== null) return",
    test: "features/samples/src/samples.test.ts",
    testName: "are shown to those who see the worker",
  },
  {
    name: "samples: all of them are shown to those who see some",
    text: "requester.apps.has(one.app) &&",
    instead: "",
    test: "features/samples/src/samples.test.ts",
    testName: "are shown to those who see the worker",
  },
  {
    name: "samples: a page ends the list though more follow",
    text: "nextCursor: wanted.length > shown.length ?",
    instead: "nextCursor: wanted.length < shown.length ?",
    test: "features/samples/src/samples.test.ts",
    testName: "are shown to those who see the worker",
  },
] as const;
