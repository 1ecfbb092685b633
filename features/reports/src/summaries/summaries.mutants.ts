const TEST = "features/reports/src/summaries/summaries.test.ts";

/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "report summaries: a token owns one",
    text: "if (!(await canOwn(requester, this.#options))) throw",
    instead: "if (!(await canOwn(requester, this.#options)) && requester.by === null) throw",
    test: TEST,
    testName: "are refused to a token",
  },
  {
    name: "report summaries: anybody changes those of others",
    text: "if (summary !== null && sees(requester, summary)) return summary;",
    instead: "if (summary !== null) return summary;",
    test: TEST,
    testName: "are seen by their owner",
  },
  {
    name: "report summaries: who reads some apps has those of all sent",
    text: "return scope === null && apps.isAll && requester.appsWith(Permission.EditTenant).isAll;",
    instead: "return scope === null && requester.appsWith(Permission.EditTenant).isAll;",
    test: TEST,
    testName: "are seen by their owner",
  },
  {
    name: "report summaries: name apps that their owner may not read",
    text: "for (const app of apps ?? []) requester.assertApp(app, doing);",
    instead: "",
    test: TEST,
    testName: "need the right to read the apps they name",
  },
  {
    name: "report summaries: name a job that their owner may not start",
    text: "requester.assertHolds(Permission.TriggerRuns, definition.app);",
    instead: "",
    test: TEST,
    testName: "need the right to read the apps they name",
  },
  {
    name: "report summaries: a caller of one app has those of all sent",
    text: "return apps ?? (scope === null ? null : [scope]);",
    instead: "return apps;",
    test: TEST,
    testName: "are of its app to one of an app",
  },
  {
    name: "report summaries: are counted beside each other",
    text: "const saved = this.#saved.then(save);",
    instead: "const saved = save();",
    test: TEST,
    testName: "also where many are made at once",
  },
  {
    name: "report summaries: a change of an older revision is written",
    text: "if (revisions !== null && !revisions.includes(revision)) throw stale(doing);",
    instead: "",
    test: TEST,
    testName: "that are switched off, changed or removed",
  },
  {
    name: "report summaries: a change sends what was due before it",
    text: "const sentFor = changedAt > before.sentFor ? changedAt : before.sentFor;",
    instead: "const { sentFor } = before;",
    test: TEST,
    testName: "that are switched off, changed or removed",
  },
] as const;
