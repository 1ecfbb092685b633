/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "grants: a list of several apps shows the others too",
    text: "inEach(apps, (app) => list(app === undefined ? within : { ...within, app }, page))",
    instead: "inEach(apps, () => list(within, page))",
    test: "core/src/control/scope/scoped-query.test.ts",
    testName: "listWithin() reads each of them once",
  },
] as const;
