import { availableParallelism, totalmem } from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { DefaultLogger, Runtime } from "@temporalio/worker";
import { type Figure, printFigures } from "../embedded/figures.ts";
import type { Servers } from "./cluster.ts";
import { measureEnds } from "./ends.ts";
import { measureFiring } from "./firing.ts";
import { measureBegin, measureDelayed } from "./latency.ts";
import { measureLimits } from "./limits.ts";
import { measureTenants } from "./tenants.ts";
import { measureThroughput } from "./throughput.ts";
import { measureTurns } from "./turns.ts";

// The distributed runtime, all of it on one machine: a Temporal server, a store, a control plane and a worker.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "sync-on-commit": { type: "boolean", default: false },
    temporal: { type: "string", default: "development" },
    seconds: { type: "string", default: "15" },
    jobs: { type: "string", default: "1,200,700,1000,2000" },
  },
});
const isSynced = values["sync-on-commit"];
const seconds = Number(values.seconds);

const workloads: Readonly<Record<string, (servers: Servers) => Promise<readonly Figure[]>>> = {
  throughput: measureThroughput,
  begin: measureBegin,
  delayed: measureDelayed,
  ends: measureEnds,
  limits: measureLimits,
  turns: measureTurns,
  tenants: measureTenants,
  firing: async (servers) => {
    const figures: Figure[] = [];
    for (const jobs of values.jobs.split(",").map(Number))
      figures.push(...(await measureFiring(servers, jobs, seconds, isSynced)));
    return figures;
  },
};

// For the bare workflows too: ours would install the same.
Runtime.install({ shutdownSignals: [], logger: new DefaultLogger("ERROR") });
await using mongodb = await startMongodb({ durable: isSynced });
await using temporal = await startTemporal(values.temporal === "postgres" ? { server: "postgres" } : {});
console.log(
  `${temporal.name} and ${mongodb.name}${isSynced ? ", syncs every commit" : ""} · Node ${process.versions.node} · ` +
    `${availableParallelism()} cores · ${Math.round(totalmem() / 1024 ** 3)} GiB`,
);
for (const [name, measure] of Object.entries(workloads)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  printFigures(name, await measure({ temporal, mongodb }));
}
