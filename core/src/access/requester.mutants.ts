/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "grants: a permission in one app counts in every app",
    text: "this.apps = may.and(within);",
    instead: "this.apps = within;",
    test: "core/src/control/access/grants.property.test.ts",
    testName: "a caller sees and changes the jobs of those apps alone",
  },
] as const;
