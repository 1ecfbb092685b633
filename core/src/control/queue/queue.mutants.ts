/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the queue: an empty request clears everything",
    text: "if (given === undefined && all !== true)",
    instead: "if (given === undefined && all === undefined && jobKey !== undefined)",
    test: "core/src/control/queue/queue.test.ts",
    testName: "clears everything only for who says so",
  },
  {
    name: "what waits: of more than a list reads the urgent ones are left out",
    text: "isComplete ? [] : await this.#firstsOf(read, query, limit)",
    instead: "[]",
    test: "core/src/control/queue/queue.test.ts",
    testName: "begins with the first in turn of each lane",
  },
] as const;
