/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "called executors: a shard forgets which one it is",
    text: `shard === undefined
`,
    instead: `shard !== null
`,
    test: "test/behaviour/embedded.test.ts",
    testName: "whichever worker calls it, and is called again alone where it failed",
  },
] as const;
