/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "scripts switched on by a variable: they run without a sandbox unless one is asked for",
    text: `    Sandbox.Bubblewrap,
`,
    instead: `    Sandbox.Unsandboxed,
`,
    test: "server/src/configuration/parse-configuration.test.ts",
    testName: "leaves scripts in their sandbox",
  },
] as const;
