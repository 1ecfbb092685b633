/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "transfers: a link of a server leads out of the connection's folder",
    text: 'if (parent === this.#base || parent.startsWith(joined(this.#base, "")))',
    instead: 'if (parent.startsWith("/"))',
    test: "adapters/transfer-runner/src/operations.test.ts",
    testName: "stay below the connection's folder",
  },
] as const;
