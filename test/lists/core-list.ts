/**
 * The part of the tests beyond the quick list that the gate runs: each promise once on each real part. By file, the promise that it
 * shows. What else a part can do is shown at night.
 */
export const CORE: Readonly<Record<string, string>> = {
  "adapters/mongodb/src/contract.test.ts": "the stores' contract on a MongoDB server",
  "adapters/mongodb/src/crash.test.ts": "what MongoDB was told is there after kill -9",
  "adapters/sqlite/src/crash.test.ts": "what SQLite was told is there after kill -9",
  "adapters/temporal-bus/src/contract.test.ts": "the event bus's contract on Temporal",
  "runtime-temporal/src/contract.test.ts": "the runtime's contract on Temporal",
  "test/behaviour/temporal-basics.test.ts": "states, triggering and cancellation on Temporal",
  "examples/temporal/temporal.test.ts": "the story of a deployment on Temporal and MongoDB",
  "examples/quickstart/quickstart.test.ts": "the story of an embedded deployment on SQLite",
  "server/programs/programs.test.ts": "the story of the shipped programs, control plane and worker apart",
  "test/standby/standby.test.ts": "the story of a process that stands by on MongoDB",
  "adapters/importers/test/crontab.test.ts": "what imports make of crontabs, beside Debian's cron itself",
  "examples/xxl-executors/python-executors.test.ts": "XXL-JOB's protocol, with its Python client as it is",
  "adapters/script-runner/src/runtimes.test.ts": "scripts on three runtimes",
  "test/runtimes/bun.test.ts": "the whole of an embedded scheduler on Bun",
  "test/runtimes/deno.test.ts": "the whole of an embedded scheduler on Deno",
  "test/packages/packages.test.ts": "the packages as their users install them",
  "test/chaos/scenarios/smoke.test.ts":
    "nothing is lost or doubled while processes and the database are killed",
  "panel/test/first-job.test.ts": "a newcomer's first job in the panel",
  "panel/test/flows-of-runs.test.ts": "the ways through the panel that people take most",
  "panel/test/incidents.test.ts": "incidents in the panel",
  "panel/test/jobs.test.ts": "jobs in the panel",
  "panel/test/panel.test.ts": "the frame of the panel",
  "panel/test/people.test.ts": "people and their roles in the panel",
  "panel/test/rights.test.ts": "what the panel offers to whom",
  "panel/test/runs.test.ts": "runs in the panel",
  "panel/test/tasks.test.ts": "workflows in the panel",
  "panel/test/tenants.test.ts": "tenants in the panel",
};
