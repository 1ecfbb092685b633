import { defineRecurringJob, defineTriggeredJob, sleep, systemClock } from "@mojob/core";
import { startWorker } from "@mojob/runtime-temporal/worker";
import { ownAdapter } from "../support/adapter.ts";
import { openStores, temporal } from "./places.ts";

// A worker: holds the code of its app's jobs and runs them. Start as many as the work needs, on any of the runtimes.

const { onShutdownSignal, runtimeInfo } = await ownAdapter();
const { store, state, close } = await openStores();

const greet = defineTriggeredJob({
  key: "cluster.greet",
  maxConcurrency: null,
  retryCount: 2,
  async execute(name, { signal, log }) {
    log.info(`greeting ${String(name)}`);
    await sleep(systemClock, 100, signal);
    return `Hello ${String(name)}`;
  },
});
const heartbeat = defineRecurringJob({
  key: "cluster.heartbeat",
  cron: "*/5 * * * * *",
  execute: ({ instanceId }) => console.log(`worker: ${instanceId}`),
});

const worker = await startWorker({
  app: "cluster",
  jobs: [greet, heartbeat],
  store,
  state,
  temporal,
  runtime: runtimeInfo(),
  worker: { maxConcurrentRuns: 100 },
});
console.log(`worker: ${worker.id}`);

// Runs under way finish first; those that take too long are told to end.
onShutdownSignal(() => void worker.close().then(() => close()));
