import { defineTriggeredJob } from "@mojob/core";
import { type Figure, perSecond } from "../embedded/figures.ts";
import { startBare } from "./bare.ts";
import { type Cluster, type Servers, startCluster } from "./cluster.ts";
import { cpuEach, cpuUse } from "./cpu.ts";
import { historyEach } from "./history.ts";

const JOBS = 5000;
/** Before anything is measured, so that every part has run once. */
const WARM_UP = 200;
const BARE_JOBS = 500;
const BARE_WARM_UP = 50;
const IN_FLIGHT = 50;
const BATCH = 500;

/** W1 and W1b: from the first call to the last run recorded finished, with bare workflows on the same servers. */
export async function measureThroughput(servers: Servers): Promise<readonly Figure[]> {
  const bare = await runBare(servers);
  const oneByOne = await run(servers, "onebyone", triggerOneByOne);
  const bulk = await run(servers, "bulk", triggerInBulk);
  const times = (rate: number): string => `${rate} (${(rate / bare.rate).toFixed(1)} × bare)`;
  return [
    { what: "jobs/s, bare workflows of one activity", value: String(bare.rate), aim: "" },
    {
      what: `jobs/s, one by one (${IN_FLIGHT} in flight)`,
      value: times(oneByOne.rate),
      aim: "≥ 1,000 (700 with sync); ≥ 15 × bare",
    },
    { what: `jobs/s, in batches of ${BATCH}`, value: times(bulk.rate), aim: "≥ 30 × bare" },
    { what: "CPU ms a job (node + Temporal + store), bare", value: bare.cpu, aim: "" },
    { what: "  one by one", value: oneByOne.cpu, aim: "" },
    { what: "  in batches", value: bulk.cpu, aim: "" },
    { what: "workflows / activities / events a job, one by one", value: oneByOne.history, aim: "" },
    { what: "  in batches", value: bulk.history, aim: "" },
  ];
}

interface Measured {
  readonly rate: number;
  readonly cpu: string;
}

async function run(
  servers: Servers,
  name: string,
  produce: (cluster: Cluster, count: number) => Promise<void>,
): Promise<Measured & { readonly history: string }> {
  await using cluster = await startCluster(servers, name, [
    defineTriggeredJob({
      key: "noop",
      maxConcurrency: null,
      retention: { maxInstances: 1_000_000 },
      execute: () => {},
    }),
  ]);
  await produce(cluster, WARM_UP);
  await cluster.ended(WARM_UP);
  const before = cpuUse();
  const begin = performance.now();
  await produce(cluster, JOBS);
  await cluster.ended(WARM_UP + JOBS);
  const rate = perSecond(JOBS, performance.now() - begin);
  const cpu = cpuEach(before, JOBS);
  const { Succeeded } = (await cluster.scheduler.overview()).counts;
  if (Succeeded !== WARM_UP + JOBS) throw new Error(`${Succeeded} of ${WARM_UP + JOBS} runs succeeded`);
  return { rate, cpu, history: await historyEach(servers.temporal, cluster.tenant, WARM_UP + JOBS) };
}

async function triggerOneByOne({ scheduler }: Cluster, count: number): Promise<void> {
  await inFlight(count, async (n) => void (await scheduler.instances.trigger("noop", { args: { n } })));
}

async function triggerInBulk({ scheduler }: Cluster, count: number): Promise<void> {
  for (let start = 0; start < count; start += BATCH) {
    const requests = Array.from({ length: Math.min(BATCH, count - start) }, (_, n) => ({
      args: { n: start + n },
    }));
    await scheduler.instances.triggerMany("noop", requests);
  }
}

async function runBare({ temporal }: Servers): Promise<Measured> {
  await using bare = await startBare(temporal);
  await inFlight(BARE_WARM_UP, (n) => bare.start(n));
  await bare.completed(BARE_WARM_UP);
  const before = cpuUse();
  const begin = performance.now();
  await inFlight(BARE_JOBS, (n) => bare.start(BARE_WARM_UP + n));
  await bare.completed(BARE_WARM_UP + BARE_JOBS);
  return { rate: perSecond(BARE_JOBS, performance.now() - begin), cpu: cpuEach(before, BARE_JOBS) };
}

/** Calls with 1, 2, 3 … up to the count, some always under way. */
async function inFlight(count: number, call: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) await call((next += 1));
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, caller));
}
