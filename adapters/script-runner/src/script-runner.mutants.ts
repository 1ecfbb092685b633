/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "scripts: they run without a sandbox where there is none",
    text: "this.sandbox === Sandbox.Unsandboxed ? null : findBubblewrap(",
    instead:
      'this.sandbox === Sandbox.Unsandboxed || findProgram("bwrap", this.#runs.basicEnv["PATH"] ?? "") === null ? null : findBubblewrap(',
    test: "adapters/script-runner/src/script-runner.test.ts",
    testName: "refuses to start where there is no sandbox",
  },
] as const;
