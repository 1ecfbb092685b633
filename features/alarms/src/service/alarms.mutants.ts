/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "alarms: rules are changed by who may do so in one app",
    text: "  if (apps.isAll) return;",
    instead: "  return;",
    test: "server/src/deployment/door-permissions.test.ts",
    testName: "exactly its permissions in the app alone",
  },
] as const;
