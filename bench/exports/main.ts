import { mkdtempSync, rmSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTriggeredJob, type JobInstance } from "@mojob/core";
import type { JobLogLine } from "@mojob/core/ports";
import { FEATURES } from "@mojob/features";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { connectMongodb } from "@mojob/mongodb";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { startMongodb } from "@mojob/test-services/mongodb";
import { type Figure, ms, pause, printFigures } from "../embedded/figures.ts";

const [storeName = "sqlite", count = "100000", lineCount = "5"] = process.argv.slice(2);
const RUNS = Number(count);
const LINES = Number(lineCount);
const BATCH = 1000;
const MB = 1e6;

/** A run as it is kept once it has ended, with arguments, a result and an attempt of its own. */
function endedRun(index: number, nowMs: number): JobInstance {
  const createdAt = new Date(nowMs - (RUNS - index) * 100);
  const startedAt = new Date(createdAt.getTime() + ((index * 31) % 900));
  const completedAt = new Date(startedAt.getTime() + 50 + ((index * 7919) % 20_000));
  const jobKey = `billing.invoice-${index % 100}`;
  const isFailed = index % 20 === 0;
  const error = { code: "job_error", message: `Order ${index * 7919} has no address`, stack: STACK };
  const state = isFailed ? "Terminated" : "Succeeded";
  const worker = `worker-${index % 8}`;
  const edge = { attempt: 1, worker, reason: null };
  return {
    id: crypto.randomUUID(),
    tenant: "default",
    app: "bench",
    jobKey,
    lane: jobKey,
    kind: "triggered",
    uniqueKey: null,
    usage: null,
    usageSeries: null,
    fairShare: null,
    turn: null,
    state,
    reason: null,
    trigger: { type: "api", by: "token:shop" },
    part: null,
    priority: 3,
    argsPreview: `{"order":${index * 7919}}`,
    scheduledFor: null,
    args: { order: index * 7919, customer: crypto.randomUUID(), lines: index % 9, currency: "CNY" },
    createdAt,
    updatedAt: completedAt,
    enqueuedAt: createdAt,
    startedAt,
    completedAt,
    attempt: 1,
    retryCount: 0,
    retryAt: null,
    worker,
    claim: null,
    slot: null,
    abandoned: null,
    dispatchId: "bench",
    routing: null,
    cancelRequestedAt: null,
    cancelReason: null,
    progress: null,
    result: isFailed ? null : { invoice: crypto.randomUUID(), cents: (index * 104_729) % 100_000 },
    error: isFailed ? error : null,
    errorSummary: isFailed ? error.message : null,
    missed: null,
    fingerprint: null,
    history: [
      { at: createdAt, from: null, to: "Enqueued", attempt: 0, worker: null, reason: null },
      { at: startedAt, from: "Enqueued", to: "Processing", ...edge },
      { at: completedAt, from: "Processing", to: state, ...edge },
    ],
  };
}

const STACK = Array.from(
  { length: 8 },
  (_, n) => `    at step${n} (/srv/billing/invoice.js:${n * 17}:9)`,
).join("\n");

function linesOf({ id, tenant, startedAt }: JobInstance, index: number): readonly JobLogLine[] {
  return Array.from({ length: LINES }, (_, n): JobLogLine => ({
    tenant,
    instanceId: id,
    seq: n + 1,
    at: new Date((startedAt ?? new Date()).getTime() + n * 7),
    attempt: 1,
    level: "info",
    message: `Position ${n} of order ${index * 7919}: ${(index * 31 + n * 17) % 977} pieces, ${(index * 7 + n) % 10_000} cents`,
  }));
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
  const folder = mkdtempSync(join(tmpdir(), "mojob-exports-"));
  const { store, state, close } = await openSqlite(join(folder, "jobs.db"));
  return {
    stores: { store, state },
    async close() {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The largest memory of the process while something is done, beyond that before it, and the longest turn of its event loop. */
async function watched<Result>(
  doing: () => Promise<Result>,
): Promise<Result & { peak: string; lag: string; cpu: string }> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const loop = monitorEventLoopDelay({ resolution: 10 });
  loop.enable();
  const begun = process.cpuUsage();
  const result = await doing();
  const { user, system } = process.cpuUsage(begun);
  loop.disable();
  clearInterval(timer);
  return {
    ...result,
    peak: `${((most - before) / MB).toFixed(0)} MB`,
    lag: ms(loop.max / 1e6),
    cpu: ms((user + system) / 1000),
  };
}

async function measure(): Promise<readonly Figure[]> {
  const { stores, close } = await openStores();
  const nowMs = Date.now();
  for (let from = 0; from < RUNS; from += BATCH) {
    const runs = Array.from({ length: Math.min(BATCH, RUNS - from) }, (_, n) => endedRun(from + n, nowMs));
    await stores.store.instances.insert(runs);
    await stores.store.logs.append(runs.flatMap((run, n) => linesOf(run, from + n)));
  }
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    ...stores,
    jobs: Array.from({ length: 100 }, (_, n) =>
      defineTriggeredJob({ key: `billing.invoice-${n}`, execute: () => null }),
    ),
  });
  const { exports, archives } = embedded.scheduler;
  // Sums of the runs are made first: they are not what is measured.
  while ((await embedded.scheduler.reports.report({ range: "24h" })).total.runs < RUNS * 0.99)
    await pause(500);
  const made = await watched(async () => {
    const beginMs = performance.now();
    const { id } = await exports.create({
      from: new Date(0).toISOString(),
      to: new Date(nowMs + 1000).toISOString(),
      include: ["definitions", "logs", "facts", "files", "history", "workers", "samples"],
    });
    for (;;) {
      const one = await exports.get(id);
      if (one.state === "ready") return { one, took: performance.now() - beginMs };
      if (one.state !== "running") throw new Error(one.problem ?? one.state);
      await pause(50);
    }
  });
  const { one } = made;
  if (one.counts.runs !== RUNS || one.counts.logs !== RUNS * LINES)
    throw new Error(JSON.stringify(one.counts));
  const imported = await watched(async () => {
    const beginMs = performance.now();
    const stream = await exports.read(one.id, 0, one.size);
    const archive = await archives.import("bench.ndjson.gz", stream);
    return { archive, took: performance.now() - beginMs };
  });
  const { archive } = imported;
  const listMs = performance.now();
  const { items } = await archives.runs(archive.id, { states: ["Terminated"] }, { limit: 50 });
  const runMs = performance.now();
  await archives.run(archive.id, items[40]!.id);
  const endMs = performance.now();
  await embedded.close();
  await close();
  return [
    { what: `${RUNS} runs with ${LINES} log lines each exported`, value: ms(made.took), aim: "≤ 30 s" },
    { what: "size of the file", value: `${(one.size / MB).toFixed(1)} MB`, aim: "≤ 100 MB" },
    { what: "its text", value: `${(one.plainSize / MB).toFixed(0)} MB`, aim: "" },
    { what: "memory beyond that before, longest turn", value: `${made.peak}, ${made.lag}`, aim: "" },
    { what: "processor time", value: made.cpu, aim: "" },
    { what: "checked and imported", value: ms(imported.took), aim: "" },
    { what: "what the archive takes", value: `${(archive.storedBytes / MB).toFixed(1)} MB`, aim: "" },
    { what: "memory beyond that before, longest turn ", value: `${imported.peak}, ${imported.lag}`, aim: "" },
    { what: "processor time ", value: imported.cpu, aim: "" },
    {
      what: "first page of failed ones, one run",
      value: `${ms(runMs - listMs)}, ${ms(endMs - runMs)}`,
      aim: "",
    },
  ];
}

printFigures(`Exports, ${storeName}, ${RUNS} runs with ${LINES} log lines each`, await measure());
