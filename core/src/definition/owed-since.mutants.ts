/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "several schedules: an edit of one drops what the others owe",
    text: "before.get(name) === timing ? owedAfter(current, name) : now",
    instead: "now",
    test: "core/src/definition/owed-since.test.ts",
    testName: "lets a changed schedule owe from now on",
  },
] as const;
