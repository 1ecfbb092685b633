/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "reports: a draft is taken that counts fewer runs than the sums in force",
    text: "await store.rollups.endDraft(tenant, lacking === undefined);",
    instead: "await store.rollups.endDraft(tenant, true);",
    test: "features/reports/src/reports.test.ts",
    testName: "keep sums where fewer runs are kept",
  },
  {
    name: "reports: retention does not wait for sums",
    text: "return position !== null && isMoving ? [position] : [];",
    instead: "return position === null && isMoving ? [] : [];",
    test: "features/reports/src/reports.test.ts",
    testName: "retention keeps what is not summed up yet",
  },
] as const;
