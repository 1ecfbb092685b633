/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the lock: no thread keeps it",
    text: `this.#life?.turned(clock.now(), ALWAYS_QUIET_MS);
      return`,
    instead: "return",
    test: "runtime-local/src/process-lock.test.ts",
    testName: "is kept by a thread of its store",
  },
] as const;
