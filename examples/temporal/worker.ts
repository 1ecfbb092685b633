import process from "node:process";
import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { sleep, systemClock } from "@mojob/core/ports";
import * as platform from "@mojob/node";
import { openDeployment, Role, runProgram } from "@mojob/server";
import { readPlaces } from "./places.ts";

// A worker: holds the code of its app's jobs and runs them. Start as many as the work needs, on any of the runtimes.

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

// Ctrl-C lets runs under way finish; the signals of those that take too long abort.
runProgram({
  platform,
  exit: (code) => process.exit(code),
  async open() {
    const configuration = { ...readPlaces(), app: "cluster", port: 0, maxConcurrentRuns: 100 };
    const deployment = await openDeployment(configuration, {
      platform,
      role: Role.Worker,
      jobs: [greet, heartbeat],
    });
    console.log(`worker: ${deployment.workerId}`);
    return deployment;
  },
});
