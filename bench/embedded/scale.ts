import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp } from "@mojob/http";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { type Figure, ms, percentile } from "./figures.ts";

const OPEN_RUNS = 5000;
const KEPT = 1_000_000;
const KEPT_BATCH = 1000;
const PAGES = 200;

/** Many runs inside their code at once. */
export async function measureOpenRuns(): Promise<readonly Figure[]> {
  const release = Promise.withResolvers<void>();
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    jobs: [defineTriggeredJob({ key: "open", maxConcurrency: null, execute: () => release.promise })],
  });
  const requests = Array.from({ length: OPEN_RUNS }, (_, n) => ({ args: { n } }));
  await embedded.scheduler.instances.triggerMany("open", requests);
  while ((await embedded.scheduler.overview()).running < OPEN_RUNS) await turn();
  const { rss } = process.memoryUsage();
  release.resolve();
  await embedded.close();
  return [
    { what: `${OPEN_RUNS} runs open at once, memory of the process`, value: megabytes(rss), aim: "< 500 MB" },
  ];
}

/** A million kept runs: what they weigh, and how long the API takes to list them. */
export async function measureKeptInstances(): Promise<readonly Figure[]> {
  const embedded = await startEmbedded({
    features: FEATURES,
    app: "bench",
    inMemory: true,
    jobs: ["a", "b", "c", "d"].map((key) =>
      defineTriggeredJob({
        key,
        maxConcurrency: null,
        retention: { maxInstances: 10_000_000 },
        execute: () => ({ ok: true }),
      }),
    ),
  });
  const { scheduler } = embedded;
  const before = heapUsed();
  for (let start = 0; start < KEPT; start += KEPT_BATCH) {
    const key = ["a", "b", "c", "d"][(start / KEPT_BATCH) % 4] ?? "a";
    await scheduler.instances.triggerMany(
      key,
      Array.from({ length: KEPT_BATCH }, (_, n) => ({ args: { n } })),
    );
    await turn();
  }
  while ((await scheduler.overview()).counts.Succeeded < KEPT) await turn();
  const perTenThousand = ((heapUsed() - before) / KEPT) * 10_000;
  const app = createManagementApp(scheduler);
  const lists = {
    "GET /instances": await timePages(app, "/api/v1/instances?limit=50"),
    "GET /instances?jobKey=&state=": await timePages(
      app,
      "/api/v1/instances?limit=50&jobKey=b&state=Succeeded",
    ),
    "GET /overview": await timeCalls(app, "/api/v1/overview"),
  };
  await embedded.close();
  return [
    { what: "memory per 10 000 kept instances", value: megabytes(perTenThousand), aim: "" },
    ...Object.entries(lists).map(([what, samples]) => ({
      what: `${what} at ${KEPT / 1_000_000} M, p50 / p95`,
      value: `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.95))}`,
      aim: "p95 ≤ 20 ms",
    })),
  ];
}

interface Fetching {
  fetch(request: Request, connection: { readonly peer: string }): Response | Promise<Response>;
}

/** Follows the cursor, so that deep pages are timed too. */
async function timePages(app: Fetching, path: string): Promise<readonly number[]> {
  const samples: number[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const begin = performance.now();
    const response = await app.fetch(
      new Request(`http://127.0.0.1${path}${cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`}`),
      { peer: "127.0.0.1" },
    );
    const body = (await response.json()) as { nextCursor: string | null };
    samples.push(performance.now() - begin);
    cursor = body.nextCursor;
  }
  return samples;
}

async function timeCalls(app: Fetching, path: string): Promise<readonly number[]> {
  const samples: number[] = [];
  for (let call = 0; call < PAGES; call += 1) {
    const begin = performance.now();
    await (await app.fetch(new Request(`http://127.0.0.1${path}`), { peer: "127.0.0.1" })).text();
    samples.push(performance.now() - begin);
  }
  return samples;
}

function heapUsed(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
