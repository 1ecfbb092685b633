/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "grants: what is needed together may be held in different apps",
    text: "for (const permission of needed.length === 0 ? [] : (needs?.always ?? []))",
    instead: "for (const permission of needed.slice(0, 0))",
    test: "core/src/control/access/grants.property.test.ts",
    testName: "a caller sees and changes the jobs of those apps alone",
  },
] as const;
