/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "turns in MongoDB: two runs of a key may have one",
    text: `key: { tenant: 1, waitsIn: 1, priority: 1, "fairShare.key": 1, turn: 1 },
      unique: true,`,
    instead: 'key: { tenant: 1, waitsIn: 1, priority: 1, "fairShare.key": 1, turn: 1 },',
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "gives no two runs of a key one turn",
  },
  {
    name: "unique jobs in MongoDB: the index is not unique",
    text: `key: { tenant: 1, uniqueKey: 1 },
      unique: true,`,
    instead: "key: { tenant: 1, uniqueKey: 1 },",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "insert() by 40 at once writes one",
  },
  {
    name: "the slot index: two runs may hold one slot",
    text: `      unique: true,
      partialFilterExpression: { slot:`,
    instead: "      partialFilterExpression: { slot:",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "admit() by 60 at once never gives more than the limit",
  },
  {
    name: "the lanes in MongoDB: two lanes of a job share their slots",
    text: "slot: 1, lane: 1 }",
    instead: "slot: 1 }",
    test: "adapters/mongodb/src/contract.test.ts",
    testName: "admit() counts each lane of a job by itself",
  },
] as const;
