/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "this machine: startScheduler() lets everybody on it in unless it is told otherwise",
    text: "localAccess === LocalAccess.Open) return null;",
    instead: "localAccess !== LocalAccess.Link) return null;",
    test: "scheduler/src/start-scheduler.test.ts",
    testName: "asks callers of this machine for the token beside its file",
  },
  {
    name: "this machine: a browser is signed out by each start of startScheduler()",
    text: "      sessions: state,\n",
    instead: "",
    test: "scheduler/src/start-scheduler.test.ts",
    testName: "asks callers of this machine for the token beside its file",
  },
] as const;
