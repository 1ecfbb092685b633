/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "windows: one for all apps is made by who pauses jobs in some",
    text: "apps === null ? may.isAll",
    instead: "apps === null ? !may.isEmpty",
    test: "features/windows/src/windows.test.ts",
    testName: "are made by who pauses jobs in each of their apps",
  },
  {
    name: "windows: a scheduler of one app makes them for others",
    text: "requester.appsWith(permission).and(requester.apps)",
    instead: "requester.appsWith(permission)",
    test: "features/windows/src/windows.test.ts",
    testName: "are made by who pauses jobs in each of their apps",
  },
  {
    name: "windows: who silences alarms need not handle them",
    text: "if (window.silences) assertIn",
    instead: "if (!window.silences) assertIn",
    test: "features/windows/src/windows.test.ts",
    testName: "are made by who pauses jobs in each of their apps",
  },
  {
    name: "windows: a revision that is old is changed",
    text: "if (revisions !== null && !revisions.includes(window.revision)) throw stale(doing);",
    instead: "",
    test: "features/windows/src/windows.test.ts",
    testName: "changed only as they were read",
  },
] as const;
