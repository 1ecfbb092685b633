import { setTimeout as timer } from "node:timers/promises";
import { defineTriggeredJob } from "@mojob/core";
import { connectTemporal } from "@mojob/runtime-temporal";
import { type Figure, perSecond } from "../embedded/figures.ts";
import { type Cluster, type Servers, startCluster } from "./cluster.ts";

const LIMITS: readonly number[] = [1, 5, 20, 100];
const RUN_MS = 20;
const WAITING = 10_000;
/** What is measured: enough of the ends for a rate, because one place alone would need minutes for all of them. */
const MEASURED_MS = 15_000;
const WARM_UP = 20;
const BATCH = 1000;
const LOOK_EVERY_MS = 20;
const GIVE_UP_AFTER_MS = 120_000;

/** A worker with few places and very many runs that wait: how fast they drain, and what a cancel of all of them leaves. */
export async function measureLimits(servers: Servers): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const limit of LIMITS) figures.push(...(await measureLimit(servers, limit)));
  return figures;
}

async function measureLimit(servers: Servers, limit: number): Promise<readonly Figure[]> {
  const begun = { runs: 0, probes: 0, urgentAfter: [] as number[] };
  const name = `limit-${limit}`;
  const settings = { worker: { maxConcurrentRuns: limit } };
  const nap = defineTriggeredJob({
    key: "nap",
    maxConcurrency: null,
    retention: { maxInstances: 1_000_000 },
    execute: async (args) => {
      if (args === "urgent") begun.urgentAfter.push(begun.runs);
      else if (args === "probe") begun.probes += 1;
      else begun.runs += 1;
      await timer(RUN_MS);
    },
  });
  await using cluster = await startCluster(servers, name, [nap], settings);
  const { instances } = cluster.scheduler;
  await instances.triggerMany("nap", requests(WARM_UP));
  await cluster.ended(WARM_UP);
  begun.runs = 0;
  const from = performance.now();
  for (let start = 0; start < WAITING; start += BATCH) await instances.triggerMany("nap", requests(BATCH));
  const acceptedMs = performance.now() - from;
  const before = begun.runs;
  const measuredFrom = performance.now();
  await timer(MEASURED_MS);
  const rate = perSecond(begun.runs - before, performance.now() - measuredFrom);
  const urgentFrom = begun.runs;
  await instances.triggerMany("nap", requests(10, { args: "urgent", priority: 1 }));
  await look(() => begun.urgentAfter.length === 10);
  const overtaken = Math.max(...begun.urgentAfter) - urgentFrom;
  const cancelFrom = performance.now();
  const answer = await instances.bulk({ action: "cancel", filter: { jobKey: "nap" } });
  const cancelledMs = performance.now() - cancelFrom;
  const probeFrom = performance.now();
  await instances.trigger("nap", { args: "probe" });
  await look(() => begun.probes === 1);
  const probeMs = performance.now() - probeFrom;
  const emptyMs = await untilEmpty(servers, cluster, cancelFrom + cancelledMs);
  return [
    {
      what: `limit ${limit}: runs of ${RUN_MS} ms begun a second, ${WAITING} waiting`,
      value: `${rate} of ${(limit * 1000) / RUN_MS} at best`,
      aim: limit === 5 ? "≥ 150" : "",
    },
    { what: "  … accepted in", value: `${Math.round(acceptedMs)} ms`, aim: "" },
    { what: "  … others begun before the last of ten urgent ones", value: String(overtaken), aim: "" },
    {
      what: `  … all cancelled (${answer.done}) in; a fresh run begins after`,
      value: `${Math.round(cancelledMs)}; ${Math.round(probeMs)} ms`,
      aim: "≤ 2,000 ms",
    },
    { what: "  … no workflow of theirs left after", value: `${Math.round(emptyMs)} ms`, aim: "≤ 30,000 ms" },
  ];
}

function requests(
  count: number,
  request: { readonly args?: string; readonly priority?: number } = {},
): readonly { readonly args?: string; readonly priority?: number }[] {
  return Array.from({ length: count }, () => request);
}

/** Resolves to the time since `fromMs` when no workflow is open but the scheduler's. */
async function untilEmpty(
  { temporal: { address, namespace } }: Servers,
  { tenant }: Cluster,
  fromMs: number,
): Promise<number> {
  const { client, close } = await connectTemporal({ address, namespace });
  const query = `TaskQueue = "mojob:${tenant}" AND ExecutionStatus = "Running" AND WorkflowType != "scheduleJobs"`;
  await look(async () => (await client.workflow.count(query)).count === 0);
  await close();
  return performance.now() - fromMs;
}

async function look(check: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtMs = performance.now() + GIVE_UP_AFTER_MS;
  while (!(await check())) {
    if (performance.now() > giveUpAtMs) throw new Error("It did not come in time");
    await timer(LOOK_EVERY_MS);
  }
}
