/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "sessions: a stream outlives the one it was opened with",
    text: "if (!(await this.#options.isLive().catch(() => false))) this.close();",
    instead: "await this.#options.isLive().catch(() => false);",
    test: "http/test/api.test.ts",
    testName: "end the event streams that were opened with",
  },
] as const;
