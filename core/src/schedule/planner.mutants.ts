/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "intervals: one that counts from ends is lost behind the cursor",
    text: "const after = afterEnd === null ? window.after : BEFORE_ALL;",
    instead: "const { after } = window;",
    test: "core/src/schedule/planner.property.test.ts",
    testName: "that long after the end, the beginning and the pause",
  },
] as const;
