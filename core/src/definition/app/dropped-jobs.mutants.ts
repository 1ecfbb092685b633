/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "jobs that left the code: those of another program of the app count as dropped",
    text: ".filter((key) => !declared.has(key));",
    instead: ";",
    test: "core/src/control/jobs/job-life.test.ts",
    testName: "is judged by complete registrations alone",
  },
] as const;
