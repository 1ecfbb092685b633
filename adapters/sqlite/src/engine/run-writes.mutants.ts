/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "SQLite: a column that a change sets is left as it was",
    text: "slot: slot === before.slot ? undefined : slot,",
    instead: "slot: slot === null ? undefined : slot,",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "slot",
  },
  {
    name: "SQLite: those who end together begin one run twice",
    text: "if (waited) this.#lanes.known(job, before)?.leave({ n, id: record.id });",
    instead: "",
    test: "adapters/sqlite/src/contract.test.ts",
    testName: "endAndAdmit() gives each of many ends",
  },
  {
    name: "SQLite: a run's arguments are those that its caller has changed since",
    text: "args === null || !hasArgs(record) ? record : { ...record, args: undefined as never }",
    instead: "record",
    test: "adapters/sqlite/src/link/sqlite-file.test.ts",
    testName: "the arguments of a run are its own",
  },
] as const;
