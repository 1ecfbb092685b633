import { availableParallelism, totalmem } from "node:os";
import { type Figure, printFigures } from "./figures.ts";
import { measureFiring } from "./firing.ts";
import { measureBegin, measureDelayed } from "./latency.ts";
import { measureQueueing } from "./queueing.ts";
import { measureKeptInstances, measureOpenRuns } from "./scale.ts";
import { measureQuotas } from "./quotas.ts";
import { measureRaisedLimit } from "./raised-limit.ts";
import { measureRouting } from "./routing.ts";
import { measureTenants } from "./tenants.ts";
import { measureThroughput } from "./throughput.ts";

const WORKLOADS: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  throughput: measureThroughput,
  quotas: measureQuotas,
  begin: measureBegin,
  delayed: measureDelayed,
  firing: measureFiring,
  queueing: () => measureQueueing(),
  raised: measureRaisedLimit,
  routing: measureRouting,
  open: measureOpenRuns,
  kept: measureKeptInstances,
  tenants: measureTenants,
};

const asked = process.argv.slice(2);
const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`;
console.log(
  `Embedded, memory store · Node ${process.versions.node} · ${availableParallelism()} cores · ${memory}`,
);
for (const [name, measure] of Object.entries(WORKLOADS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  printFigures(name, await measure());
}
