/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "late fires: the latest of them is ended too",
    text: "? 0 : (maxWaiting ?? 1);",
    instead: "? 0 : 0;",
    test: "core/src/duties/waiting-duty.test.ts",
    testName: "the latest goes on waiting",
  },
  {
    name: "late fires: those that wait for a slot are late as well",
    text: " || waitsForSlot(run)",
    instead: "",
    test: "core/src/duties/waiting-duty.test.ts",
    testName: "those that wait for slots go on waiting",
  },
  {
    name: "late fires: those of a policy that makes up for each are ended",
    text: "if (policy === MisfirePolicy.FireAll) return [];",
    instead: ";",
    test: "core/src/duties/waiting-duty.test.ts",
    testName: "each schedule follows its own rule",
  },
  {
    name: "late fires: that of a job which has left the code waits for ever",
    text: `hasLeftCode(definition)
`,
    instead: `hasLeftCode(definition) && !boundsLateFires(definition)
`,
    test: "core/src/duties/waiting-duty.test.ts",
    testName: "all of them end where the code no longer declares the job",
  },
] as const;
