/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the turns: runs that waited get none once their job skips",
    text: `    ...queuedBefore(current.options, options),
`,
    instead: "",
    test: "test/behaviour/embedded.test.ts",
    testName: "what waited when its job began to skip",
  },
] as const;
