/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "busyover: runs that have ended keep an executor busy until its next heartbeat",
    text: "if (gone.has(runId)) sent.since.delete(runId);",
    instead: "sent.since.has(runId);",
    test: "core/src/dispatch/router.test.ts",
    testName: "an executor whose runs have ended since its heartbeat is not busy",
  },
  {
    name: "busyover: a run that a heartbeat counted keeps its executor busy after its end",
    text: "> (sent.seenAtMs ?? Infinity)",
    instead: "> Infinity",
    test: "core/src/dispatch/router.test.ts",
    testName: "an executor whose runs have ended since its heartbeat is not busy",
  },
] as const;
