import type { Mutant } from "./mutant.ts";

const TEST = "core/src/alarms/alarms.test.ts";

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
    text: "if (explainedBy !== null || (snoozedUntil",
    instead: "if ((snoozedUntil",
    test: TEST,
    testName: "waits while an incident is snoozed",
  },
  {
    name: "alarms: a notice that could not be made counts as made",
    file: "core/src/alarms/notifier.ts",
    text: "if (isMoJobError(error) && OUTAGES.includes(error.code)) throw error;",
    instead: "",
    test: TEST,
    testName: "goes on under the same id",
  },
  {
    name: "alarms: a job is notified of its own failures",
    file: "core/src/alarms/notices.ts",
    text: "route.job !== jobKey &&",
    instead: "",
    test: TEST,
    testName: "no job of its own failures",
  },
  {
    name: "alarms: what comes and goes is opened and resolved each time",
    file: "core/src/alarms/evaluate.ts",
    text: "return recent.length >= FLAPS &&",
    instead: "return recent.length > 100 &&",
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
    file: "core/src/control/incidents/incidents.ts",
    text: "  if (apps.isAll) return;",
    instead: "  return;",
    test: "server/src/deployment/doors.test.ts",
    testName: "exactly its permissions in the app alone",
  },
];
