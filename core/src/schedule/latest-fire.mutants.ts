/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "intervals: one that counts from ends fires while its run is open",
    text: "if (before?.endedAt === null) return null;",
    instead: "if (before?.endedAt === null) return onceAt(new Date(0));",
    test: "core/src/schedule/planner.property.test.ts",
    testName: "never beside an open run",
  },
] as const;
