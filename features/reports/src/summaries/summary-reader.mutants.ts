/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "report summaries: code that was narrowed owns one that is made with all rights",
    text: "return NEEDED.concat(Permission.TriggerRuns).every((one) => requester.appsWith(one).isAll);",
    instead: "return true;",
    test: "features/reports/src/summaries/summaries.test.ts",
    testName: "are refused to code with fewer rights",
  },
  {
    name: "report summaries: of a disabled person go on",
    text: "if (!isActive(person)) return null;",
    instead: "",
    test: "features/reports/src/summaries/summaries.test.ts",
    testName: "once the account of their owner was taken back",
  },
] as const;
