/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "alarms: what is explained by another is reported on its own",
    text: "explainedBy !== null || silencedBy",
    instead: "silencedBy",
    test: "features/alarms/src/background/notifier.test.ts",
    testName: "waits while an incident is snoozed",
  },
  {
    name: "alarms: a job is notified of its own failures",
    text: "(route.job === null || route.job !== jobKey) &&",
    instead: "",
    test: "features/alarms/src/background/notifier.test.ts",
    testName: "no job of its own failures",
  },
  {
    name: "alarms: an end is reported where its beginning was not",
    text: "const isOwed = isOpenFor(last) ||",
    instead: "const isOwed = isFor(route, incident, jobs) ||",
    test: "features/alarms/src/background/notifier.test.ts",
    testName: "and nowhere else",
  },
  {
    name: "alarms: people are notified of what is known",
    text: "const told = isKnown",
    instead: "const told = isKnown && due.length < 0",
    test: "features/alarms/src/background/notifier.test.ts",
    testName: "runs a failed run again, pauses its job or acknowledges it",
  },
  {
    name: "alarms: a second step does not wait",
    text: "Math.max(WAIT_MS, unacknowledgedMs)",
    instead: "WAIT_MS",
    test: "features/alarms/src/background/notifier.test.ts",
    testName: "goes on to the next step",
  },
  {
    name: "alarms: a silence does not keep anything back",
    text: "silencedBy !== null || (snoozedUntil",
    instead: "(snoozedUntil",
    test: "features/alarms/src/background/silences.test.ts",
    testName: "keeps what it names from being reported",
  },
] as const;
