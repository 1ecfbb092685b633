import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { defineTriggeredJob, type JobState } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";

// Keeps so many runs open at once for so many seconds, as a program would that has installed the packages, and prints what it saw.

const SECONDS = Number(process.argv[2]);
const OPEN = Number(process.argv[3]);
const BATCH = 500;
/** What may end between two looks. */
const SPARE = 600;
const LOOK_MS = 1000;
/** Each attempt lasts so long, give or take a half: ends and beginnings never come together. */
const ATTEMPT_MS = 30_000;
/** One run in so many fails at first and is retried, throws for good, or is cancelled on the way. */
const RETRIED_EVERY = 10;
const FAILED_EVERY = 25;
const CANCELLED_EVERY = 50;

function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}

const folder = mkdtempSync(join(tmpdir(), "mojob-open-"));
const stores = await openSqlite(join(folder, "mojob.db"));
const ends = new Map<string, number>();
const embedded = await startEmbedded({
  features: FEATURES,
  app: "bench",
  store: stores.store,
  state: stores.state,
  followers: [
    {
      name: "count",
      follow: async (runs) => runs.forEach(({ id }) => ends.set(id, (ends.get(id) ?? 0) + 1)),
    },
  ],
  // The failures are asked for: nothing prints them.
  hooks: { onRunEnd() {} },
  jobs: [
    defineTriggeredJob({
      key: "hold",
      maxConcurrency: null,
      retryCount: 1,
      timeoutMs: 10 * ATTEMPT_MS,
      retention: { maxInstances: 10_000_000 },
      async execute(n: number, { signal, attempt, progress }) {
        await held(ATTEMPT_MS * (0.5 + Math.random()), signal);
        if (n % FAILED_EVERY === 1 || (n % RETRIED_EVERY === 2 && attempt === 1))
          throw new Error("As asked for");
        progress(1);
      },
    }),
  ],
});
const { instances } = embedded.scheduler;

/** Resolves after a time, and rejects as soon as the run is asked to end. */
function held(forMs: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, forMs);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    reject(signal.reason as Error);
  });
  return promise;
}

const triggered: string[] = [];
let cancels = 0;
async function trigger(count: number): Promise<void> {
  for (let left = count; left > 0; left -= BATCH) {
    const requests = Array.from({ length: Math.min(left, BATCH) }, (_, index) => ({
      args: triggered.length + index,
    }));
    const runs = await instances.triggerMany("hold", requests);
    for (const { instance } of runs) if (instance) triggered.push(instance.id);
  }
}

const begin = performance.now();
const memory: number[] = [];
const open: number[] = [];
const lists: number[] = [];
let cancelledUpTo = 0;
while (performance.now() - begin < SECONDS * 1000) {
  const { counts } = await embedded.scheduler.overview();
  const under = counts.Enqueued + counts.Processing + counts.Failed + counts.Scheduled;
  if (under < OPEN + SPARE) await trigger(OPEN + SPARE - under);
  open.push(under);
  memory.push(process.memoryUsage().rss / 2 ** 20);
  for (; cancelledUpTo < triggered.length - OPEN / 2; cancelledUpTo += CANCELLED_EVERY) {
    const outcome = await instances.cancel(triggered[cancelledUpTo] ?? "").catch(() => null);
    if (outcome !== null) cancels += 1;
  }
  const asked = performance.now();
  await instances.list({}, { limit: 50 });
  lists.push(performance.now() - asked);
  await pause(LOOK_MS);
}
let isOpen = true;
while (isOpen) {
  const { counts } = await embedded.scheduler.overview();
  isOpen = counts.Enqueued + counts.Processing + counts.Failed + counts.Scheduled > 0;
  await pause(LOOK_MS);
}
// What the last ends started is followed within seconds.
for (let waits = 0; ends.size < triggered.length && waits < 30; waits += 1) await pause(LOOK_MS);

const states = new Map<JobState, number>();
let wrong = 0;
for (let start = 0; start < triggered.length; start += BATCH) {
  const runs = await stores.store.instances.get("default", triggered.slice(start, start + BATCH));
  for (const run of runs) {
    const terminal = run?.history.filter(({ to }) =>
      ["Succeeded", "Terminated", "Cancelled", "Skipped"].includes(to),
    );
    if (run === null || terminal?.length !== 1 || terminal[0]?.to !== run.state) wrong += 1;
    else states.set(run.state, (states.get(run.state) ?? 0) + 1);
  }
}
console.log(
  JSON.stringify({
    runs: triggered.length,
    open,
    states: Object.fromEntries(states),
    wrong,
    notFollowed: triggered.length - ends.size,
    cancels,
    lists,
    memory,
  }),
);
await embedded.close();
await stores.close();
rmSync(folder, { recursive: true });
