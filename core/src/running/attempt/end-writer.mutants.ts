/** See scripts/mutants. */
export const MUTANTS = [
  {
    name: "slots given on: a queue keeps the last place of a worker",
    text: "if (load.capacity > 0) {",
    instead: "if (load.capacity >= 0) {",
    test: "core/src/running/chained-runs.test.ts",
    testName: "offers nothing where the worker has no further place",
  },
  {
    name: "slots given on: a job that was paused or disabled goes on",
    text: "inForce.get(job.key)?.revision === job.revision && ",
    instead: "",
    test: "core/src/running/chained-runs.test.ts",
    testName: "begins nothing where the job",
  },
  {
    name: "slots given on: what has begun by a write whose response was lost is executed by nobody",
    text: "found.push(...answers.filter(",
    instead: "[].push(...answers.filter(",
    test: "core/src/running/chained-runs.test.ts",
    testName: "although the response of its write is lost",
  },
] as const;
