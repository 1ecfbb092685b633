import type { Mutant } from "./mutant.ts";

const TEST = "core/src/alarms/alarms.test.ts";
const NOTICES_TEST = "core/src/alarms/notifier.test.ts";
const SILENCES_TEST = "core/src/alarms/silences.test.ts";
const HOURS_TEST = "core/src/alarms/hours.test.ts";

/** What goes wrong, and who is notified. */
export const ALARM_MUTANTS: readonly Mutant[] = [
  {
    name: "alarms: a run counts again when its end comes again",
    file: "core/src/model/incident/incident-change.ts",
    text: "if (finding.run !== null && incident.runs.includes(finding.run)) return incident;",
    instead: "",
    test: TEST,
    testName: "counts a run once",
  },
  {
    name: "alarms: one success ends a row of failures",
    file: "core/src/alarms/recovery.ts",
    text: "const ROW_ENDS_WITH = 2;",
    instead: "const ROW_ENDS_WITH = 1;",
    test: TEST,
    testName: "opens one incident, which counts",
  },
  {
    name: "alarms: a fire that was late itself ends what was missed",
    file: "core/src/alarms/recovery.ts",
    text: "return createdAt.getTime() - nominalTime.getTime() <= ON_TIME_MS;",
    instead: "return true;",
    test: TEST,
    testName: "that were missed open an incident until one is on time",
  },
  {
    name: "alarms: what is explained by another is reported on its own",
    file: "core/src/alarms/notices.ts",
    text: "explainedBy !== null || silencedBy",
    instead: "silencedBy",
    test: NOTICES_TEST,
    testName: "waits while an incident is snoozed",
  },
  {
    name: "alarms: a notice that could not be made counts as made",
    file: "core/src/alarms/notifier.ts",
    text: "if (isMoJobError(error) && OUTAGES.includes(error.code)) throw error;",
    instead: "",
    test: NOTICES_TEST,
    testName: "goes on under the same id",
  },
  {
    name: "alarms: a job is notified of its own failures",
    file: "core/src/alarms/notices.ts",
    text: "(route.job === null || route.job !== jobKey) &&",
    instead: "",
    test: NOTICES_TEST,
    testName: "no job of its own failures",
  },
  {
    name: "alarms: an end is reported where its beginning was not",
    file: "core/src/alarms/notices.ts",
    text: "const isOwed = isOpenFor(last) ||",
    instead: "const isOwed = isFor(route, incident, jobs) ||",
    test: NOTICES_TEST,
    testName: "and nowhere else",
  },
  {
    name: "alarms: people are notified of what is known",
    file: "core/src/alarms/notices.ts",
    text: "const told = isKnown",
    instead: "const told = isKnown && due.length < 0",
    test: NOTICES_TEST,
    testName: "runs a failed run again, pauses its job or acknowledges it",
  },
  {
    name: "alarms: a second step does not wait",
    file: "core/src/alarms/notices.ts",
    text: "Math.max(WAIT_MS, unacknowledgedMs)",
    instead: "WAIT_MS",
    test: NOTICES_TEST,
    testName: "goes on to the next step",
  },
  {
    name: "alarms: hours over midnight end at midnight",
    file: "core/src/alarms/hours.ts",
    text: "|| (beginsOn(day - 1) && minute < end)",
    instead: "",
    test: HOURS_TEST,
    testName: "over midnight",
  },
  {
    name: "alarms: a silence does not keep anything back",
    file: "core/src/alarms/notices.ts",
    text: "silencedBy !== null || (snoozedUntil",
    instead: "(snoozedUntil",
    test: SILENCES_TEST,
    testName: "keeps what it names from being reported",
  },
  {
    name: "alarms: what comes and goes is opened and resolved each time",
    file: "core/src/alarms/held-open.ts",
    text: "return latest.length === FLAPS &&",
    instead: "return latest.length > 100 &&",
    test: TEST,
    testName: "is held open when it comes and goes",
  },
  {
    name: "alarms: a second incident is opened where another evaluation was faster",
    file: "core/src/alarms/evaluate.ts",
    text: "if (newest !== null && newest.resolvedAt === null) continue;",
    instead: "",
    test: TEST,
    testName: "where the other one was faster",
  },
  {
    name: "alarms: rules are changed by who may do so in one app",
    file: "core/src/control/incidents/alarms.ts",
    text: "  if (apps.isAll) return;",
    instead: "  return;",
    test: "server/src/deployment/door-permissions.test.ts",
    testName: "exactly its permissions in the app alone",
  },
];
