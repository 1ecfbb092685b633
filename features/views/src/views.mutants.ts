/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "saved views: somebody's own are seen by all",
    text: "return isShared || owner === by;",
    instead: "return isShared || owner !== undefined || owner === by;",
    test: "features/views/src/views.test.ts",
    testName: "own ones are seen",
  },
  {
    name: "saved views: what is for all apps is shared by who edits jobs in one",
    text: "if (app === null ? apps.isAll && requester.scope === null : apps.has(app)) return;",
    instead: "if (app === null ? !apps.isEmpty && requester.scope === null : apps.has(app)) return;",
    test: "features/views/src/views.test.ts",
    testName: "are for the app of their filter",
  },
  {
    name: "saved views: those that are saved at once are counted before any is written",
    text: "const saved = this.#saved.then(save);",
    instead: "const saved = Promise.resolve().then(save);",
    test: "features/views/src/views.test.ts",
    testName: "are at most 100",
  },
] as const;
