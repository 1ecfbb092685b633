/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: the output of a job has that of its phases",
    text: "if (phase !== null) this.#isOwn = phase === PhaseName.Process;",
    instead: "if (phase !== null) this.#isOwn = true;",
    test: "test/behaviour/phases-of-scripts.test.ts",
    testName: "sees nothing of the phases around it",
  },
] as const;
