/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "broadcasts: a shard goes elsewhere whatever its job says",
    text: "definition.options.routing.whenGone === WhenGone.Fail",
    instead: 'definition.options.routing.strategy === "any"',
    test: "core/src/control/instances/part-ends.test.ts",
    testName: "executor is gone",
  },
] as const;
