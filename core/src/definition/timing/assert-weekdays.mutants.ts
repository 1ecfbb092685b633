/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "weekdays: an expression that can be meant in two ways is stored without a question",
    text: "if (readings === null) continue;",
    instead: "if (index >= 0) continue;",
    test: "http/test/api.test.ts",
    testName: "asked for where a job is stored",
  },
  {
    name: "weekdays: what stands already is asked about again",
    text: " || known.get(name) === cron) continue;",
    instead: ") continue;",
    test: "core/src/definition/timing/assert-weekdays.test.ts",
    testName: "what stands there already is not asked about",
  },
] as const;
