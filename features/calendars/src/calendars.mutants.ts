/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "calendars: who edits jobs in one app moves the fires of all",
    text: "if (scope === null && requester.appsWith(Permission.EditJobs).isAll) return;",
    instead: "if (scope === null && !requester.appsWith(Permission.EditJobs).isEmpty) return;",
    test: "features/calendars/src/calendars.test.ts",
    testName: "is changed by who may edit jobs in every app",
  },
  {
    name: "calendars: a change is written and not announced",
    text: "    await this.#options.rules.announce();\n    if (isWritten",
    instead: "    if (isWritten",
    test: "features/calendars/src/calendars.test.ts",
    testName: "from the moment their change is acknowledged",
  },
  {
    name: "calendars: those that are made at once are counted before any is written",
    text: "const written = this.#written.then(write);",
    instead: "const written = Promise.resolve().then(write);",
    test: "features/calendars/src/calendars.test.ts",
    testName: "is one of at most 100",
  },
  {
    name: "calendars: one in use is removed",
    text: "if (jobs.length + others.length === 0) return;",
    instead: "if (jobs.length + others.length >= 0) return;",
    test: "features/calendars/src/calendars.test.ts",
    testName: "is not removed while jobs fire by it",
  },
] as const;
