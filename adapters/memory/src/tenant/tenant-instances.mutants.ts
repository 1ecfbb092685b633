/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "lanes in memory: a run that was moved waits in the lane of before",
    text: "before.turn !== record.turn || hasOtherLane;",
    instead: "before.turn !== record.turn;",
    test: "test/contract/memory.test.ts",
    testName: "moves a run that waits for a slot from",
  },
  {
    name: "unique jobs in memory: no key is looked up",
    text: "(uniqueKey === null ? undefined : this.#unique.get(uniqueKey));",
    instead: "undefined;",
    test: "test/contract/memory.test.ts",
    testName: "insert() writes one open run of a unique key",
  },
  {
    name: "the unique id in memory: a run is written over another",
    text: "if (standing) return standing.record;",
    instead: "",
    test: "test/contract/memory.test.ts",
    testName: "insert()",
  },
  {
    name: "the lanes in memory: two lanes of a job share their slots",
    text: "laneOf({ lane }: JobInstance): LaneRows {",
    instead: "laneOf({ jobKey: lane }: JobInstance): LaneRows {",
    test: "test/contract/memory.test.ts",
    testName: "lane",
  },
] as const;
