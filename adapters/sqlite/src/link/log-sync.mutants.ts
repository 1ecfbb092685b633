/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "SQLite: a commit counts as synced by a sync that began before it",
    text: "this.#next ??= Promise.withResolvers();",
    instead: "this.#next ??= this.#underWay ?? Promise.withResolvers();",
    test: "adapters/sqlite/src/link/log-sync.test.ts",
    testName: "syncs what was committed during a sync by the next one, together",
  },
] as const;
