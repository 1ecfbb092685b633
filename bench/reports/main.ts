import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JobInstance } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { createManagementApp } from "@mojob/http";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { connectMongodb } from "@mojob/mongodb";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { startMongodb } from "@mojob/test-services/mongodb";
import { type Figure, ms, pause, percentile, printFigures } from "../embedded/figures.ts";

const [storeName = "memory", count = "100000", jobCount = "100", dayCount = "90"] = process.argv.slice(2);
const RUNS = Number(count);
const JOBS = Number(jobCount);
const BATCH = 1000;
const CALLS = 100;
const DAYS = Number(dayCount);
const SPREAD_MS = DAYS * 24 * 3_600_000;

const QUERIES = {
  "GET /reports, 24 hours": "?range=24h",
  "GET /reports, 7 days by job": "?range=7d&by=job",
  "GET /reports, 30 days by app": "?range=30d&by=app",
  "GET /reports, 90 days": "?range=90d",
  "GET /reports, 90 days of one job": "?range=90d&jobKey=job-1",
  "GET /reports, 90 days by job": "?range=90d&by=job",
  "GET /reports, 13 months by job": "?range=13mo&by=job",
  "GET /reports/worst, 7 days": "/worst?range=7d",
  "GET /reports/worst, 30 days": "/worst?range=30d",
} as const;

/** A run as it is kept once it has ended. */
function endedRun(index: number, nowMs: number): JobInstance {
  const completedAt = new Date(nowMs - Math.floor(((RUNS - index) / RUNS) * SPREAD_MS));
  const startedAt = new Date(completedAt.getTime() - 50 - ((index * 7919) % 20_000));
  const createdAt = new Date(startedAt.getTime() - ((index * 31) % 900));
  const jobKey = `job-${index % JOBS}`;
  const state = index % 50 === 0 ? "Cancelled" : "Succeeded";
  return {
    id: `run-${index}`,
    tenant: "default",
    app: `app-${index % 5}`,
    jobKey,
    lane: jobKey,
    uniqueKey: null,
    fairShare: null,
    turn: null,
    kind: "triggered",
    state,
    reason: null,
    trigger: { type: "code" },
    part: null,
    priority: 3,
    args: null,
    argsPreview: null,
    scheduledFor: null,
    createdAt,
    updatedAt: completedAt,
    enqueuedAt: createdAt,
    startedAt,
    completedAt,
    attempt: 1,
    retryCount: 0,
    retryAt: null,
    worker: `worker-${index % 8}`,
    claim: null,
    slot: null,
    abandoned: null,
    dispatchId: "bench",
    routing: null,
    cancelRequestedAt: null,
    cancelReason: null,
    progress: null,
    usage: null,
    usageSeries: null,
    result: null,
    error: null,
    errorSummary: null,
    missed: null,
    fingerprint: null,
    history: [{ at: createdAt, from: null, to: state, attempt: 0, worker: null, reason: null }],
  };
}

type Embedding = Parameters<typeof startEmbedded>[0];
type Stores = Required<Pick<Embedding, "store">> & Pick<Embedding, "state">;

async function openStores(): Promise<{ readonly stores: Stores; close(): Promise<void> }> {
  if (storeName === "memory")
    return { stores: { store: new MetadataStoreInMemoryProvider() }, close: () => Promise.resolve() };
  if (storeName === "mongodb") {
    const server = await startMongodb();
    const { store, state, close } = await connectMongodb(server.url);
    return {
      stores: { store, state },
      async close() {
        await close();
        await server[Symbol.asyncDispose]();
      },
    };
  }
  const folder = mkdtempSync(join(tmpdir(), "mojob-reports-"));
  const { store, state, close } = await openSqlite(join(folder, "jobs.db"));
  return {
    stores: { store, state },
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function measure(): Promise<readonly Figure[]> {
  const { stores, close } = await openStores();
  const nowMs = Date.now();
  for (let from = 0; from < RUNS; from += BATCH)
    await stores.store.instances.insert(
      Array.from({ length: Math.min(BATCH, RUNS - from) }, (_, n) => endedRun(from + n, nowMs)),
    );
  const begunMs = performance.now();
  const begunCpu = process.cpuUsage();
  const embedded = await startEmbedded({ features: FEATURES, app: "bench", ...stores, jobs: [] });
  const { scheduler } = embedded;
  while ((await scheduler.reports.report({ range: "90d" })).total.runs < RUNS * 0.999) await pause(500);
  const tookMs = performance.now() - begunMs;
  const { user, system } = process.cpuUsage(begunCpu);
  const app = createManagementApp(scheduler);
  const figures: Figure[] = [
    { what: `${RUNS} runs summed up`, value: ms(tookMs), aim: "" },
    { what: "processor time for each", value: `${((user + system) / RUNS).toFixed(1)} µs`, aim: "" },
  ];
  const rebuiltMs = performance.now();
  await scheduler.reports.rebuild(new Date(nowMs - SPREAD_MS - 24 * 3_600_000));
  while ((await scheduler.reports.state()).rebuild !== null) await pause(200);
  figures.push({ what: "… made again", value: ms(performance.now() - rebuiltMs), aim: "≤ 60 s" });
  if ((await scheduler.reports.report({ range: "90d" })).total.runs < RUNS * 0.999)
    throw new Error("Runs are missing in the sums that were made again");
  for (const [what, query] of Object.entries(QUERIES)) {
    const samples: number[] = [];
    const begunUsage = process.cpuUsage();
    for (let call = 0; call < CALLS; call += 1) {
      const begin = performance.now();
      const request = new Request(`http://127.0.0.1/api/v1/reports${query}`);
      const response = await app.fetch(request, { peer: "127.0.0.1" });
      const text = await response.text();
      if (!response.ok) throw new Error(`${query}: ${text}`);
      samples.push(performance.now() - begin);
    }
    const usage = process.cpuUsage(begunUsage);
    // Beside other work the time of a call is mostly waiting for a processor.
    const busyMs = (usage.user + usage.system) / 1000 / CALLS;
    figures.push({
      what: `${what}, p50 / p95, processor time`,
      value: `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.95))}, ${ms(busyMs)}`,
      aim: "p95 ≤ 50 ms",
    });
  }
  await embedded.close();
  await close();
  return figures;
}

printFigures(`Reports, ${storeName}, ${RUNS} runs of ${JOBS} jobs over ${DAYS} days`, await measure());
