/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the turns: a raised limit is used when the next run ends",
    text: "await useEdit(current, written, { ...this.#options, store: store.instances });",
    instead: "",
    test: "core/src/waiting/release/use-raised-limits.test.ts",
    testName: "that a raised limit has slots for",
  },
  {
    name: "pauses: what a pause held is left when the job is resumed",
    text: "await releaseHeld({ jobKey: key }, { ...this.#options, store: store.instances });",
    instead: "",
    test: "test/model/waiting.test.ts",
    testName: "a pause holds them",
  },
] as const;
