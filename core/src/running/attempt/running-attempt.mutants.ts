/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "ends: an attempt that was asked to end in its first turn gets its timer all the same",
    text: `if (this.#resolve === null || this.#abortedBy !== null) return;
    const leftMs`,
    instead: `if (this.#resolve === null) return;
    const leftMs`,
    test: "core/src/running/attempt/running-attempt.test.ts",
    testName: "leaves one alone",
  },
  {
    name: "programs: the time of an attempt runs while it waits for its place",
    text: "if (!waitsForPlace) this.placed();",
    instead: "this.placed();",
    test: "core/src/running/attempt/run-places.test.ts",
    testName: "begins the time",
  },
  {
    name: "hung code: its slot is given on with its end",
    text: "const keepsSlot = !isStopped && !this.#isShuttingDown && this.#instance.slot !== null;",
    instead: "const keepsSlot = false;",
    test: "core/src/running/job-executor.abandoning.test.ts",
    testName: "and keeps the slot",
  },
] as const;
