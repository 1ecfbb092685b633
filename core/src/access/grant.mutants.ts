/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "grants: one passes on what it holds in some apps for all of them",
    text: "appsWith(one, permission).and(appsWith(other, permission))",
    instead: "appsWith(other, permission)",
    test: "core/src/control/access/grants.property.test.ts",
    testName: "a caller sees and changes the jobs of those apps alone",
  },
  {
    name: "permissions: what is of the whole deployment is had in some apps",
    text: "if (grants.length === 0 || OF_THE_WHOLE.has(permission)) return AppSet.NONE;",
    instead: "if (grants.length === 0) return AppSet.NONE;",
    test: "features/identity/src/membership.property.test.ts",
    testName: "memberships allow in each tenant and app",
  },
] as const;
