/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tasks: a loop that was kept back stays over when it begins after all",
    text: 'loopStateOf(this.#plan, this.#state, loop).s !== "open"',
    instead: 'loopStateOf(this.#plan, this.#state, loop).s === "failed"',
    test: "features/tasks/src/decide/advance.test.ts",
    testName: "opens a loop again",
  },
] as const;
