/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "turns: a key's runs are not a step apart",
    text: "Math.max(beside, last + step);",
    instead: "beside;",
    test: "test/contract/memory.test.ts",
    testName: "no key that waits is passed over more often",
  },
  {
    name: "turns: the first run of a key is before all that wait",
    text: "first.turn + Math.max(0, step - 1 / first.weight);",
    instead: "step;",
    test: "test/contract/memory.test.ts",
    testName: "a key that waits for nothing else gets no turns for it later",
  },
  {
    name: "turns: a key has one turn for each of its runs, whatever its weight",
    text: "const step = 1 / weight;",
    instead: "const step = 0;",
    test: "test/model/waiting.test.ts",
    testName: "one key waits behind four runs of another",
  },
] as const;
