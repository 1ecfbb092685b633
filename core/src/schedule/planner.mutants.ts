/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "intervals: one that counts from ends is lost behind the cursor",
    text: "const after = afterEnd === null ? window.after : BEFORE_ALL;",
    instead: "const { after } = window;",
    test: "core/src/schedule/planner.property.test.ts",
    testName: "that long after the end, the beginning and the pause",
  },
  {
    name: "misfire: a late fire runs beside one that is due now",
    text: "const kept = isLatestOnTime ? 0 : KEPT_FIRES[misfire.policy];",
    instead: "const kept = KEPT_FIRES[misfire.policy];",
    test: "core/src/schedule/planner.test.ts",
    testName: "runs no missed fire beside one that is due and on time",
  },
] as const;
