/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "backfill: more runs are open than may be",
    text: "if (backfill.open.length >= backfill.atOnce || !(await this.#mayBegin(",
    instead: "if (!(await this.#mayBegin(",
    test: "features/backfill/src/backfills.property.test.ts",
    testName: "each time gets one run at most",
  },
] as const;
