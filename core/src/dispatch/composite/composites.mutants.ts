/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "broadcasts: the shards of a worker that died before it created them are missing for good",
    text: `        await this.#begin(run, step.begin);
`,
    instead: "",
    test: "core/src/dispatch/composite/composites.property.test.ts",
    testName: "whatever processes die",
  },
  {
    name: "broadcasts: a cancel reaches no shard",
    text: `        await store.update(cancels);
`,
    instead: "",
    test: "core/src/dispatch/composite/composites.property.test.ts",
    testName: "a cancel reaches",
  },
] as const;
