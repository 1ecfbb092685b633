/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "lanes: a retry whose code held a slot stays in the lane of before",
    text: "(await moveToLanes(runs, options))",
    instead: "runs",
    test: "core/src/waiting/release/use-other-lanes.test.ts",
    testName: "when that slot is given back",
  },
  {
    name: "hung code: a retry that waits for it is forgotten",
    text: "await dispatchAgain(retries, options);",
    instead: "",
    test: "core/src/running/job-executor.abandoning.test.ts",
    testName: "the retry begins when it ends",
  },
  {
    name: "hung code: what waits for its slot is forgotten",
    text: "runs.map(({ lane }) => lane),",
    instead: "[],",
    test: "core/src/running/job-executor.abandoning.test.ts",
    testName: "hands it over when it ends",
  },
] as const;
