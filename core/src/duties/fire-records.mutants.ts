/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "several schedules: two that name the same second share a fire",
    text: "id: fireId(definition.key, nominalTime, name),",
    instead: "id: fireId(definition.key, nominalTime),",
    test: "core/src/duties/firing-loop.test.ts",
    testName: "leave the latest of each schedule to run",
  },
] as const;
