/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "tenants: one raises its quotas above those of the deployment",
    text: 'if (asker.holds(Permission.EditDeployment, "")) return;',
    instead: "if (asker.apps.isAll) return;",
    test: "http/test/api.test.ts",
    testName: "gets no quota above that of the configuration",
  },
] as const;
