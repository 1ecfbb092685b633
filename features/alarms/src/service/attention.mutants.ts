/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "attention: incidents that the caller may not read hide findings",
    text: ".and(requester.appsWith(Permission.ReadAlarms))",
    instead: "",
    test: "features/alarms/src/service/attention.test.ts",
    testName: "leaves out what an open incident",
  },
  {
    name: "attention: the incident of one job hides what is found about others",
    text: "app === jobs.get(key)?.app : jobKey === key;",
    instead: "app === jobs.get(key)?.app : true;",
    test: "features/alarms/src/service/attention.test.ts",
    testName: "leaves out what an open incident",
  },
] as const;
