/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "heartbeats: the thread that goes on with them is not waited for",
    text: "this.#life.ready, sleep(",
    instead: "Promise.resolve(), sleep(",
    test: "core/src/running/worker/worker-presence.test.ts",
    testName: "waits for the thread that keeps it alive",
  },
] as const;
