/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "samples: more workers are kept than may be",
    text: "if (index < 0 && !(await this.#makeRoom(all, present))) return;",
    instead: "",
    test: "features/samples/src/samples.test.ts",
    testName: "are of as many workers as may be",
  },
  {
    name: "samples: a worker that is there is forgotten for another",
    text: "      .filter(({ worker }) => !present.has(worker))\n",
    instead: "",
    test: "features/samples/src/samples.test.ts",
    testName: "are of as many workers as may be",
  },
  {
    name: "samples: of workers that are gone stay for ever",
    text: "if (now.getTime() - seenAt.getTime() > keptMs) await this.#forget(id);",
    instead: "if (now < seenAt) await this.#forget(id);",
    test: "features/samples/src/samples.test.ts",
    testName: "are forgotten when their time is over",
  },
] as const;
