/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "imports: each job begins a slice of its own",
    text: "if (nowMs - this.#since >= SLICE_MS) await this.#pause();",
    instead: "if (nowMs - begunMs >= SLICE_MS) await this.#pause();",
    test: "adapters/importers/src/plan/take-turns.test.ts",
    testName: "computes in slices",
  },
] as const;
