/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "stderr: what others wrote moves the cursor",
    text: "console.warn(`[mojob] ${escapeLine(warning)}`);",
    instead: "console.warn(`[mojob] ${warning}`);",
    test: "core/src/control/console-reporters.test.ts",
    testName: "what others wrote cannot move the cursor",
  },
] as const;
