/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "rights: a program's token gives rights in every tenant",
    text: "return kind === PrincipalKind.Token && name !== null;",
    instead: "return kind === PrincipalKind.Anonymous && name !== null;",
    test: "http/test/handing-out.property.test.ts",
    testName: "no chain of acts",
  },
  {
    name: "rights: a role that ends gives roles that do not",
    text: "const atMs = untilMs === null ? Infinity : Math.max(untilMs - 1, nowMs);",
    instead: "const atMs = nowMs;",
    test: "http/test/handing-out.property.test.ts",
    testName: "no chain of acts",
  },
] as const;
