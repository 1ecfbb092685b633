import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { MoJobScheduler } from "@mojob/core";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { freeLowPorts } from "@mojob/test-services/owned-process";
import { until } from "@mojob/test-services/until";
import { resolveXxlClient } from "@mojob/test-services/xxl-clients";
import { createXxlGateway } from "@mojob/xxl-gateway";
import { type Figure, ms, pause, percentile, preciseNow, printFigures } from "../embedded/figures.ts";

const APP = "bench-executor";
const TOKEN = "9d1c5e07b3f84a26";
const IDLE_RUNS = 100;
const JOBS = 200;
const SECONDS = 10;
const QUICK = fileURLToPath(new URL("./quick-executor.ts", import.meta.url));

interface Executor {
  readonly name: string;
  readonly handler: string;
  start(port: number, admin: string, folder: string): Promise<ChildProcess>;
}

const EXECUTORS: readonly Executor[] = [
  {
    name: "an executor that does nothing",
    handler: "now",
    start: async (port, admin) =>
      spawn(process.execPath, [QUICK, String(port), admin, APP, TOKEN], { stdio: "ignore" }),
  },
  {
    name: "xxl-job-core 2.4.2",
    handler: "now",
    async start(port, admin, folder) {
      const { program, args } = await resolveXxlClient("java 2.4");
      const env = {
        XXL_ADMIN: admin,
        XXL_TOKEN: TOKEN,
        XXL_APP: APP,
        XXL_PORT: String(port),
        XXL_FOLDER: folder,
      };
      return spawn(program, args, { stdio: "ignore", env: { ...process.env, ...env } });
    },
  },
];

/** Trigger call → the handler begins, one run after the other; then many jobs, each every whole second. */
async function measure({ name, handler, start }: Executor): Promise<readonly Figure[]> {
  const stores = { store: new MetadataStoreInMemoryProvider(), state: new StateStoreInMemory() };
  const gateway = createXxlGateway({
    app: "bench",
    apps: { [APP]: { token: TOKEN, addresses: ["127.0.0.1"] } },
    state: stores.state,
    executors: stores.store.executors,
  });
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "bench",
    jobs: [],
    ...stores,
    inMemory: true,
    runners: [gateway.runner],
  });
  const respond = (request: Request): Response | Promise<Response> =>
    gateway.handle(request) ?? new Response(null, { status: 404 });
  const server = await serve(respond, { hostname: "127.0.0.1", port: 0 });
  const folder = await mkdtemp(join(tmpdir(), "mojob-bench-"));
  const [port] = await freeLowPorts(1);
  const executor = await start(port as number, server.url, folder);
  try {
    await until("the executor", async () =>
      (await scheduler.workers()).some(({ address }) => address?.includes(`:${port}`)),
    );
    const work = { kind: "xxl", appName: APP, handler };
    await scheduler.jobs.create({ key: "idle", app: "bench", kind: "triggered", work });
    const idle = await triggerOneByOne(scheduler);
    const late = await fireMany(scheduler, work);
    return [
      { what: `${name}: trigger → begin, idle, p50 / p99`, value: both(idle), aim: "p50 ≤ 8 ms" },
      {
        what: `${name}: ${JOBS} jobs a second for ${SECONDS} s, late p50 / p99`,
        value: both(late),
        aim: "p50 ≤ 60 ms",
      },
      { what: "  runs that succeeded", value: String(late.length), aim: "" },
    ];
  } finally {
    await gateway.close();
    await close();
    await server.close();
    executor.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

async function triggerOneByOne(scheduler: MoJobScheduler): Promise<readonly number[]> {
  const waits: number[] = [];
  for (let run = 0; run < IDLE_RUNS; run += 1) {
    await pause(20);
    const calledAt = preciseNow();
    waits.push(Number(await (await scheduler.trigger("idle")).result()) - calledAt);
  }
  return waits.slice(IDLE_RUNS / 10);
}

async function fireMany(scheduler: MoJobScheduler, work: object): Promise<readonly number[]> {
  // The first seconds warm up, and the jobs are made in them.
  const sinceMs = Math.ceil(Date.now() / 1000) * 1000 + 3000;
  const endTime = new Date(sinceMs + SECONDS * 1000 - 1).toISOString();
  for (let index = 0; index < JOBS; index += 1) {
    const options = { cron: "* * * * * *", endTime };
    await scheduler.jobs.create({ key: `tick-${index}`, app: "bench", kind: "recurring", options, work });
  }
  await pause(sinceMs + (SECONDS + 2) * 1000 - Date.now());
  const late: number[] = [];
  for (let index = 0; index < JOBS; index += 1) {
    const { items } = await scheduler.instances.list({ jobKey: `tick-${index}` }, { limit: 100 });
    for (const { id } of items) {
      const { state, result, trigger } = await scheduler.instances.get(id);
      const dueMs = trigger.nominalTime?.getTime() ?? 0;
      if (state === "Succeeded" && dueMs >= sinceMs) late.push(Number(result) - dueMs);
    }
  }
  return late;
}

function both(samples: readonly number[]): string {
  return `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.99))}`;
}

const asked = process.argv.slice(2);
for (const executor of EXECUTORS)
  if (asked.length === 0 || asked.some((word) => executor.name.includes(word)))
    printFigures("executors of XXL-JOB", await measure(executor));
