/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "failures: an attempt that no worker began is reported to nobody",
    text: "reportFailures(runs, changes, written, onFailed);",
    instead: "",
    test: "core/src/control/control-plane.test.ts",
    testName: "is reported to the host's hook",
  },
] as const;
