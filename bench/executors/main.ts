/* oxlint-disable no-console -- A benchmark prints its figures. */
import process from "node:process";
import { executorGateway } from "@mojob/executor-gateway";
import { createManagementApp } from "@mojob/http";
import { serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { setTimeout as pause } from "node:timers/promises";
import { RemoteClient, TOKEN } from "./remote-client.ts";

// Executors of other programs over HTTP: gateway, scheduler and clients in one process, a store in memory.

const RUNS = 20_000;
const ROUNDS = 5;
const BATCH = 500;
const IDLE_RUNS = 200;
const KEY = "shop.nothing";

const embedded = await startEmbedded({ features: FEATURES, app: "ops", jobs: [], inMemory: true });
const { scheduler } = embedded;
const gateway = executorGateway(embedded.executorHost(), { tokens: { shop: [TOKEN] } });
const management = createManagementApp(scheduler, {
  token: "feedfacefeedface00112233",
  extensions: [gateway],
});
const server = await serve(management.fetch, { hostname: "127.0.0.1", port: 0 });
await scheduler.jobs.create({
  key: KEY,
  app: "shop",
  kind: "triggered",
  options: { maxConcurrency: null },
});

const begunMs = new Map<string, number>();
let begun = 0;
let notify = (): void => {};
const clients = [1, 2].map(
  () =>
    new RemoteClient({
      url: server.url,
      handlers: [KEY],
      limit: 2000,
      onBegin: (runs) => {
        const nowMs = performance.now();
        for (const { id } of runs) begunMs.set(id, nowMs);
        begun += runs.length;
        notify();
      },
    }),
);
for (const client of clients) await client.start();

for (let round = 1; round <= ROUNDS; round += 1) {
  begun = 0;
  const startMs = performance.now();
  const all = new Promise<void>((resolve) => {
    notify = () => begun >= RUNS && resolve();
  });
  for (let sent = 0; sent < RUNS; sent += BATCH)
    await scheduler.instances.triggerMany(
      KEY,
      Array.from({ length: BATCH }, () => ({})),
    );
  await all;
  const { items } = await scheduler.instances.list({ states: ["Processing"] }, { limit: 1 });
  for (let open = items.length; open > 0;) {
    await pause(1);
    open = (await scheduler.instances.list({ states: ["Processing"] }, { limit: 1 })).items.length;
  }
  console.log(`round ${round}: ${Math.round(RUNS / ((performance.now() - startMs) / 1000))} runs a second`);
  begunMs.clear();
}

notify = () => {};
const latencies: number[] = [];
for (let index = 0; index < IDLE_RUNS; index += 1) {
  await pause(10);
  const startMs = performance.now();
  const { id } = await scheduler.trigger(KEY);
  while (!begunMs.has(id)) await pause(1);
  latencies.push((begunMs.get(id) ?? 0) - startMs);
}
latencies.sort((one, other) => one - other);
const at = (share: number): string => (latencies[Math.floor(latencies.length * share)] ?? 0).toFixed(2);
console.log(`idle, trigger to begin: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);

await Promise.all(clients.map((client) => client.close()));
await gateway.close(0);
await server.close();
await management.close();
await embedded.close();
process.exit();
