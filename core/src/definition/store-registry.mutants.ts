/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "keys: a job that lost the race for a key is refused",
    text: "key === job.key && known[index]?.definition.app !== app",
    instead: "false && key === job.key && known[index] === undefined",
    test: "core/src/definition/store-registry.test.ts",
    testName: "does so too where the other app is faster",
  },
] as const;
