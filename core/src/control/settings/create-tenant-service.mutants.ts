/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tenants: one raises its quotas above those of the deployment",
    text: 'if (requester.holds(Permission.EditDeployment, "")) return;',
    instead: "if (requester.apps.isAll) return;",
    test: "http/test/api.test.ts",
    testName: "gets no quota above that of the configuration",
  },
  {
    name: "tenants: one forgets its history sooner than usual",
    text: "if (keepsDeployment) return;",
    instead: "if (requester.apps.isAll) return;",
    test: "http/test/api.test.ts",
    testName: "keeps history for another time than usual",
  },
  {
    name: "tenants: one takes back what an operator keeps of its history",
    text: "value === inForce[name]",
    instead: "value === usual",
    test: "http/test/api.test.ts",
    testName: "as an operator has set them",
  },
] as const;
