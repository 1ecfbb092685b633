/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "reports: parts of runs are counted with them",
    text: "    if (part !== null) {\n",
    instead: "    if (part !== null && workMs < 0) {\n",
    test: "features/reports/src/rollups.property.test.ts",
    testName: "sums in memory",
  },
] as const;
