import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { startEmbedded } from "@mojob/runtime-local";
import { sqlRunner } from "@mojob/sql-runner";
import { type Figure, percentile, printFigures } from "../embedded/figures.ts";

const [count = "5000", turns = "3"] = process.argv.slice(2);
const RUNS = Number(count);
const AIM = "≥ 1,000 a second";

const folder = mkdtempSync(join(tmpdir(), "mojob-bench-sql-"));
const path = join(folder, "bench.db");
const file = new DatabaseSync(path);
file.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
file.exec("CREATE TABLE orders (id INTEGER PRIMARY KEY, day TEXT, total REAL)");
file.exec(
  "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000) INSERT INTO orders SELECT i, '2026-11-30', i / 4.0 FROM n",
);
file.close();

const STATEMENTS: Readonly<Record<string, string>> = {
  "a row by its key": "SELECT id, total FROM orders WHERE id = ?",
  "one row changed": "UPDATE orders SET total = total + 1 WHERE id = ?",
};

const { scheduler, close } = await startEmbedded({
  app: "bench",
  jobs: [],
  inMemory: true,
  runners: [sqlRunner({ connections: { own: { url: `sqlite:${path}` } } })],
});
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
for (const [what, statement] of Object.entries(STATEMENTS)) {
  const key = what.replaceAll(" ", "-");
  const work = { kind: "sql", connection: "own", statement, values: [{ arg: "/id" }] };
  await scheduler.jobs.create({
    key,
    app: "bench",
    kind: "triggered",
    work,
    options: { maxConcurrency: 64, whenFull: "queue" },
  });
  for (let turn = 1; turn <= Number(turns); turn += 1)
    printFigures(`${what}, turn ${turn} of ${turns}`, await measure(key));
}
await close();
rmSync(folder, { recursive: true });
console.log(`\n  longest turn of the event loop: ${(delay.max / 1e6).toFixed(0)} ms`);
process.exit(0);

/** Starts runs as fast as it can, and waits for all of them. */
async function measure(key: string): Promise<readonly Figure[]> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const runs = await Promise.all(
    Array.from({ length: RUNS }, (_, index) => scheduler.trigger(key, { id: (index % 10_000) + 1 })),
  );
  const ends = await Promise.all(runs.map(({ id }) => scheduler.ended(id)));
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  const took = ends.map(({ startedAt, completedAt }) => Number(completedAt) - Number(startedAt));
  const succeeded = ends.filter(({ state }) => state === "Succeeded").length;
  return [
    { what: "jobs a second", value: (RUNS / seconds).toFixed(0), aim: AIM },
    {
      what: "an attempt, p50 / p99",
      value: `${percentile(took, 0.5)} / ${percentile(took, 0.99)} ms`,
      aim: "",
    },
    {
      what: "processor time of the worker, a job",
      value: `${((user + system) / RUNS).toFixed(0)} µs`,
      aim: "",
    },
    { what: "succeeded", value: `${succeeded} of ${RUNS}`, aim: "" },
  ];
}
