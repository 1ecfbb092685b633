/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "retention: logs of code that still runs are removed",
    text: "abandoned === null && (seen",
    instead: "(seen",
    test: "core/src/duties/trim-runs.test.ts",
    testName: "leaves runs alone that are under way",
  },
  {
    name: "retention: runs are counted for each page anew",
    text: "seen: seen + page.items.length",
    instead: "seen: 0",
    test: "core/src/duties/trim-runs.test.ts",
    testName: "counts on over pages of runs",
  },
  {
    name: "retention: what ended late keeps its log",
    text: "if (this.#rounds % WHOLE_ROUND === 0) this.#removedTo.clear();",
    instead: "",
    test: "core/src/duties/trim-runs.test.ts",
    testName: "goes by the end of a run",
  },
  {
    name: "retention: a removed log is removed again in each round",
    text: " || (lines.length === 1 && isLogRemoved(first))",
    instead: "",
    test: "core/src/duties/trim-runs.test.ts",
    testName: "leaves one line in place of a log",
  },
] as const;
