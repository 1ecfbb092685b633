/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "people: a role is given without the right to keep members there",
    text: "withPermission(rightsOfMembership(membership), Permission.EditMembers);",
    instead: "withPermission(rightsOfMembership(membership), Permission.ReadJobs);",
    test: "http/test/api.test.ts",
    testName: "give no more than they have",
  },
  {
    name: "people: the last one who may do everything can be removed",
    text: "if (others.length > 0) return await work();",
    instead: "if (others.length >= 0) return await work();",
    test: "http/test/api.test.ts",
    testName: "never lose the last one",
  },
] as const;
