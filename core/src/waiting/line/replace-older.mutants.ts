/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "the replacing: the newest run is ended for the older",
    text: "b.createdAt.getTime() - a.createdAt.getTime()",
    instead: "a.createdAt.getTime() - b.createdAt.getTime()",
    test: "core/src/waiting/line/replace-older.test.ts",
    testName: "but for the newest",
  },
  {
    name: "replace: a run that begins while it is to be ended goes on",
    text: "isAll: written.every((isWritten) => isWritten),",
    instead: "isAll: true,",
    test: "core/src/waiting/line/replace-older.test.ts",
    testName: "asks a run to end that began while it was looked at",
  },
] as const;
