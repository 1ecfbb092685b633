/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "audit: a chain that was put back to before a kept head is whole",
    text: "if (head === undefined || head.n < n) yield",
    instead: "if (head === undefined) yield",
    test: "adapters/sqlite/src/edited-audit.test.ts",
    testName: "is found where its latest chain was there already",
  },
  {
    name: "audit: kept heads are believed whatever their seal",
    text: "if (!(await isAsSealed(heads, keys)))",
    instead: "if (false)",
    test: "adapters/sqlite/src/edited-audit.test.ts",
    testName: "is checked against no heads that somebody changed",
  },
] as const;
