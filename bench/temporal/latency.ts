import { defineTriggeredJob } from "@mojob/core";
import { type Figure, ms, pause, percentile, preciseNow } from "../embedded/figures.ts";
import { type Bare, startBare } from "./bare.ts";
import { type Servers, startCluster } from "./cluster.ts";
import { cpuEach, cpuUse } from "./cpu.ts";
import { historyEach } from "./history.ts";

const SINGLE_JOBS = 200;
const DELAYED_JOBS = 500;
const BARE_DELAYED_JOBS = 200;
const DELAY_MS = 3000;
/** The workflows of one measurement begin their numbers here, those of another there. */
const FIRST_SINGLE = 1_000_000;
const FIRST_DELAYED = 2_000_000;

/** W2: single jobs on an idle system; trigger call → handler begins, → end recorded. */
export async function measureBegin(servers: Servers): Promise<readonly Figure[]> {
  const bare = await beginBare(servers);
  const ours = await beginOurs(servers);
  return [
    { what: "trigger → begin, idle, p50 / p99", value: both(ours.begun), aim: "p50 ≤ bare + 15 ms" },
    { what: "  bare workflow: start → activity begins", value: both(bare), aim: "" },
    { what: "trigger → end recorded, idle, p50 / p99", value: both(ours.ended), aim: "" },
    { what: "CPU ms a job (node + Temporal + store), idle", value: ours.cpu, aim: "" },
    { what: "workflows / activities / events a job", value: ours.history, aim: "1 / 1 / 11" },
  ];
}

async function beginOurs(servers: Servers): Promise<{
  readonly begun: readonly number[];
  readonly ended: readonly number[];
  readonly cpu: string;
  readonly history: string;
}> {
  const [begun, ended]: [number[], number[]] = [[], []];
  let calledAt = 0;
  await using cluster = await startCluster(servers, "single", [
    defineTriggeredJob({ key: "single", execute: () => void begun.push(preciseNow() - calledAt) }),
  ]);
  const before = cpuUse();
  for (let index = 0; index < SINGLE_JOBS; index += 1) {
    await pause(20 + ((index * 37) % 100));
    calledAt = preciseNow();
    await cluster.scheduler.instances.trigger("single", { args: { n: index } });
    await cluster.ended(index + 1);
    ended.push(preciseNow() - calledAt);
  }
  const cpu = cpuEach(before, SINGLE_JOBS);
  return { begun, ended, cpu, history: await historyEach(servers.temporal, cluster.tenant, SINGLE_JOBS) };
}

async function beginBare({ temporal }: Servers): Promise<readonly number[]> {
  await using bare = await startBare(temporal);
  const waits: number[] = [];
  for (let index = 0; index < SINGLE_JOBS; index += 1) {
    await pause(20 + ((index * 37) % 100));
    const begun = beginOf(bare);
    const calledAt = preciseNow();
    await bare.start(FIRST_SINGLE + index);
    waits.push((await begun) - calledAt);
  }
  return waits;
}

/** W4: jobs delayed by the same time, all due together, lateness of the begin. */
export async function measureDelayed(servers: Servers): Promise<readonly Figure[]> {
  const bare = await delayBare(servers);
  const ours = await delayOurs(servers);
  return [
    {
      what: `${DELAYED_JOBS} jobs delayed ${DELAY_MS} ms, late p50 / p99`,
      value: both(ours),
      aim: "p99 ≤ 0.3 × bare",
    },
    { what: `  ${BARE_DELAYED_JOBS} bare workflows with a startDelay`, value: both(bare), aim: "" },
  ];
}

async function delayOurs(servers: Servers): Promise<readonly number[]> {
  const beganAt = new Map<string, number>();
  await using cluster = await startCluster(servers, "delayed", [
    defineTriggeredJob({
      key: "delayed",
      maxConcurrency: null,
      execute: (_args, { instanceId }) => void beganAt.set(instanceId, preciseNow()),
    }),
  ]);
  const requests = Array.from({ length: DELAYED_JOBS }, () => ({ delayMs: DELAY_MS }));
  const accepted = await cluster.scheduler.instances.triggerMany("delayed", requests);
  await cluster.ended(DELAYED_JOBS);
  return accepted.map(({ instance }) => {
    if (instance?.scheduledFor == null) throw new Error("A delayed job was not accepted");
    return (beganAt.get(instance.id) ?? Number.NaN) - instance.scheduledFor.getTime();
  });
}

async function delayBare({ temporal }: Servers): Promise<readonly number[]> {
  await using bare = await startBare(temporal);
  const dueAt = new Map<number, number>();
  const late: number[] = [];
  const all = Promise.withResolvers<void>();
  bare.onBegin = (n, at) => {
    late.push(at - (dueAt.get(n) ?? Number.NaN));
    if (late.length === BARE_DELAYED_JOBS) all.resolve();
  };
  const starts = Array.from({ length: BARE_DELAYED_JOBS }, (_, index) => {
    dueAt.set(FIRST_DELAYED + index, preciseNow() + DELAY_MS);
    return bare.start(FIRST_DELAYED + index, DELAY_MS);
  });
  await Promise.all(starts);
  await all.promise;
  return late;
}

function beginOf(bare: Bare): Promise<number> {
  return new Promise((resolve) => {
    bare.onBegin = (_n, at) => resolve(at);
  });
}

function both(samples: readonly number[]): string {
  return `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.99))}`;
}
