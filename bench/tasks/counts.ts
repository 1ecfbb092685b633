import process from "node:process";
import type { MoJobScheduler } from "@mojob/core";
import { connectTemporal } from "@mojob/runtime-temporal";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal, type TemporalServer } from "@mojob/test-services/temporal";
import { DefaultLogger, Runtime } from "@temporalio/worker";
import { MongoClient } from "mongodb";
import { pause } from "../embedded/figures.ts";
import { startCluster } from "../temporal/cluster.ts";
import { type CpuUse, cpuUse } from "../temporal/cpu.ts";
import { createGraphs, items, JOBS, NOOP, runToEnd } from "./graphs.ts";

// What a task costs on Temporal and MongoDB: processor time by process, commands of the store, workflows, activities and events of
// histories: `npm run tasks-counts --workspace bench`, or with `-- diamonds` there.

/** Diamonds at once. */
const DIAMONDS = 200;
/** Visibility lags behind. */
const VISIBLE_AFTER_MS = 2500;

type Scheduler = MoJobScheduler;

/** By the word of the command line: how many tasks, or runs, and how they are run. */
const WORKLOADS: Readonly<
  Record<string, readonly [count: number, run: (scheduler: Scheduler) => Promise<unknown>]>
> = {
  diamonds: [DIAMONDS, (scheduler) => together(DIAMONDS, () => runToEnd(scheduler, "bench.diamond"))],
  plain: [DIAMONDS * 6, (scheduler) => together(DIAMONDS * 6, () => runToEnd(scheduler, NOOP))],
  batch: [1, (scheduler) => runToEnd(scheduler, "bench.batch", items(1000))],
  wide: [1, (scheduler) => runToEnd(scheduler, "bench.wide")],
  chain: [1, (scheduler) => runToEnd(scheduler, "bench.chain")],
};

/** Commands since the last look, by name and collection. */
const commands = new Map<string, number>();

function together(count: number, work: () => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, work));
}

/** Notes each command of every client in this process. */
function noteCommands(): void {
  const { emit, connect } = MongoClient.prototype;
  MongoClient.prototype.connect = function monitored(this: MongoClient) {
    Object.assign(this, { monitorCommands: true });
    return connect.call(this);
  };
  MongoClient.prototype.emit = function noted(this: MongoClient, ...event: Parameters<typeof emit>) {
    const [type, details] = event as unknown as [
      string,
      { commandName: string; command: Record<string, unknown> },
    ];
    if (type === "commandStarted") {
      const { commandName, command } = details;
      const name = `${commandName} ${String(command[commandName] === 1 ? "" : command[commandName])}`;
      commands.set(name, (commands.get(name) ?? 0) + 1);
    }
    return emit.apply(this, event);
  } as typeof emit;
}

/** Workflows, activities, events and finished workflow tasks of runs since a time. */
async function histories(
  { address, namespace }: TemporalServer,
  tenant: string,
  since: Date,
): Promise<string> {
  const { client, close } = await connectTemporal({ address, namespace });
  const query = `TaskQueue = "mojob:${tenant}" AND WorkflowType IN ("runJobBatch", "runJobInstance") AND StartTime >= "${since.toISOString()}"`;
  const sums = { workflows: 0, batches: 0, activities: 0, tasks: 0, events: 0 };
  for await (const { workflowId, type } of client.workflow.list({ query })) {
    const { events } = await client.workflow.getHandle(workflowId).fetchHistory();
    sums.workflows += 1;
    if (type === "runJobBatch") sums.batches += 1;
    for (const event of events ?? []) {
      sums.events += 1;
      if (event.activityTaskScheduledEventAttributes) sums.activities += 1;
      if (event.workflowTaskCompletedEventAttributes) sums.tasks += 1;
    }
  }
  await close();
  return Object.entries(sums)
    .map(([name, sum]) => `${name} ${sum}`)
    .join(", ");
}

function spent(before: CpuUse): string {
  const now = cpuUse();
  return (["node", "temporal", "store"] as const)
    .map((name) => `${name} ${(now[name] - before[name]).toFixed(0)}`)
    .join(", ");
}

const [, , ...names] = process.argv;
Runtime.install({ shutdownSignals: [], logger: new DefaultLogger("ERROR") });
noteCommands();
const [temporal, mongodb] = await Promise.all([startTemporal(), startMongodb()]);
const cluster = await startCluster({ temporal, mongodb }, "counts", JOBS);
await createGraphs(cluster.scheduler);
for (const name of names.length === 0 ? Object.keys(WORKLOADS) : names) {
  const workload = WORKLOADS[name];
  if (workload === undefined)
    throw new Error(`There is no "${name}": it is one of ${Object.keys(WORKLOADS).join(", ")}`);
  const [count, run] = workload;
  // The first rounds translate code and fill caches.
  for (let round = 0; round < 2; round += 1) await run(cluster.scheduler);
  await pause(VISIBLE_AFTER_MS);
  commands.clear();
  const since = new Date();
  const before = cpuUse();
  const beganMs = performance.now();
  await run(cluster.scheduler);
  const tookMs = performance.now() - beganMs;
  const processor = spent(before);
  const sum = [...commands.values()].reduce((all, one) => all + one, 0);
  const often = [...commands].toSorted(([, a], [, b]) => b - a).slice(0, 14);
  await pause(VISIBLE_AFTER_MS);
  console.log(`${name}: ${count} in ${tookMs.toFixed(0)} ms; processor ms: ${processor}`);
  console.log(`  ${await histories(temporal, cluster.tenant, since)}`);
  console.log(`  commands ${sum}: ${often.map(([what, times]) => `${what} ${times}`).join(", ")}`);
}
for (const part of [cluster, temporal, mongodb]) await part[Symbol.asyncDispose]();
