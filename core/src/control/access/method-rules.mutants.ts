/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "stopping an app: the deployment's choice needs no permission to cancel",
    text: "(request?.waiting ?? stopWaiting) === WaitingFires.Cancel",
    instead: "request?.waiting === WaitingFires.Cancel",
    test: "core/src/control/jobs/stop-app.test.ts",
    testName: "as the deployment says",
  },
] as const;
