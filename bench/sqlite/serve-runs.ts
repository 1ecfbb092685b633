import process from "node:process";
import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { serve } from "@mojob/node";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";

// A scheduler with its API on the file named, as a program would be that has installed the packages. It prints how long its start
// took and where it listens, and its memory for each line it reads.

const [path = ""] = process.argv.slice(2);
const begin = performance.now();
const stores = await openSqlite(path);
const openMs = performance.now() - begin;
const embedded = await startEmbedded({
  features: FEATURES,
  app: "bench",
  jobs: [
    defineTriggeredJob({
      key: "bench.job-0",
      retention: { maxInstances: 10_000_000, maxAgeDays: 3650 },
      execute: () => {},
    }),
  ],
  store: stores.store,
  state: stores.state,
});
const startMs = performance.now() - begin;
const app = createManagementApp(embedded.scheduler);
const server = await serve(app.fetch, { hostname: "127.0.0.1", port: 0 });
console.log(JSON.stringify({ openMs, startMs, url: server.url }));

process.stdin.on("data", () => console.log(JSON.stringify({ rss: process.memoryUsage().rss })));
process.stdin.on("end", () => {
  void server
    .close()
    .then(embedded.close)
    .then(stores.close)
    .then(() => process.exit());
});
