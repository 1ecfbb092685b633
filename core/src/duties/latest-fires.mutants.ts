/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "intervals: an end is not kept, so that retention can hide it",
    text: "options.state.compareAndSet(latestFireKey(options.tenant, schedule), version, jsonOf(fire)),",
    instead: "Promise.resolve([schedule, fire, version]),",
    test: "core/src/duties/latest-fires.test.ts",
    testName: "keeps the end that it has seen",
  },
] as const;
