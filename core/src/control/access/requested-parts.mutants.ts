/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "payloads: runs are found by what nobody may see of them",
    text: "return query?.args !== undefined || query?.error !== undefined;",
    instead: "return query?.args !== undefined && query?.error !== undefined;",
    test: "server/src/deployment/door-kinds.test.ts",
    testName: "a filter by what a caller may not see",
  },
] as const;
