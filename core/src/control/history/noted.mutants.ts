/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "acts: of a method that did several things, one is noted",
    text: "for (const doing of [done].flat())",
    instead: "for (const doing of [done].flat().slice(0, 1))",
    test: "core/src/control/history/noted.test.ts",
    testName: "notes what its acts say",
  },
] as const;
