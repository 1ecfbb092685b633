/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "executors: runs are lost with their gateway, before their program can come back",
    text: "return executor === undefined || !mayReturn(run, executor, begunAt, clock.now());",
    instead: "return executor === undefined || !mayReturn(run, executor, new Date(0), clock.now());",
    test: "core/src/duties/reconciler.test.ts",
    testName: "gives a program whose gateway is gone 30 s",
  },
] as const;
