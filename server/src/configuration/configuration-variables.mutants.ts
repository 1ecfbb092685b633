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
  {
    name: "this machine: everybody on it is let in unless the start says otherwise",
    text: `    LocalAccess.Link,
`,
    instead: `    LocalAccess.Open,
`,
    test: "server/src/deployment/local-access.test.ts",
    testName: "lets nobody of this machine in without the token",
  },
] as const;
