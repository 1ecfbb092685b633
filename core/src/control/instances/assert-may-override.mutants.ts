/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rights: a start by hand passes debug mode for everybody",
    text: "return isClosed(GATES.debugMode, situation) || isClosed(GATES.paused, situation);",
    instead: "return isClosed(GATES.paused, situation);",
    test: "core/src/control/access/split-permissions.test.ts",
    testName: "is needed to start by hand",
  },
] as const;
