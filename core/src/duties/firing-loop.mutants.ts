/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "intervals: the latest fire is not kept, so that the next counts from the beginning again",
    text: "await noteLatestFires(due.fires, runs, this.#latestFires);",
    instead: "void runs;",
    test: "core/src/duties/latest-fires.test.ts",
    testName: "fires once where two loops look after the same stores",
  },
  {
    name: "tenants: a disabled one fires",
    text: "return (await this.#options.settings?.read())?.disabled ?? false;",
    instead: "return false;",
    test: "test/behaviour/embedded.test.ts",
    testName: "disabled: it takes no triggers and fires nothing",
  },
] as const;
