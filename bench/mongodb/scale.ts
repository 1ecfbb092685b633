import { type JobInstance, JobState } from "@mojob/core";
import { createId } from "@mojob/core/ports";
import { connectMongodb } from "@mojob/mongodb";
import { startMongodb } from "@mojob/test-services/mongodb";
import { ms, percentile, printFigures } from "../embedded/figures.ts";

// What lists and counts take over many kept runs: `node mongodb/scale.ts 1000000`.

const RUNS = Number(process.argv[2] ?? 100_000);
const BATCH = 5000;
const ASKED = 40;
const TENANT = "default";
const START_MS = Date.now() - RUNS * 10;

function run(index: number): JobInstance {
  const at = new Date(START_MS + index * 10);
  const state = index % 1000 === 7 ? JobState.Terminated : JobState.Succeeded;
  return {
    id: createId(at),
    tenant: TENANT,
    app: `app-${index % 4}`,
    jobKey: `job-${index % 20}`,
    lane: `job-${index % 20}`,
    uniqueKey: null,
    fairShare: null,
    turn: null,
    kind: "triggered",
    state,
    reason: null,
    trigger: { type: "code" },
    part: null,
    priority: 3,
    args: { n: index },
    argsPreview: `{"n":${index}}`,
    scheduledFor: null,
    createdAt: at,
    updatedAt: at,
    enqueuedAt: at,
    startedAt: at,
    completedAt: at,
    attempt: 1,
    retryCount: 0,
    retryAt: null,
    worker: "worker",
    claim: null,
    slot: null,
    abandoned: null,
    dispatchId: "dispatch",
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
    history: [{ at, from: null, to: state, attempt: 1, worker: null, reason: null }],
  };
}

await using server = await startMongodb();
await using stores = await connectMongodb(server.url, { timeoutMs: 120_000 });
const { instances, queries, retention, statistics } = stores.store;
for (let start = 0; start < RUNS; start += BATCH)
  await instances.insert(
    Array.from({ length: Math.min(BATCH, RUNS - start) }, (_, index) => run(start + index)),
  );

/** Until what was inserted last is no longer counted one by one. */
async function settled(): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 12_000);
  });
  await retention.sweep({
    tenant: TENANT,
    jobKey: "job-0",
    keep: RUNS,
    keepSkipped: RUNS,
    endedBefore: new Date(0),
    limit: 1,
  });
}

await settled();
const uses: Readonly<Record<string, () => Promise<unknown>>> = {
  "list of everything": () => queries.list({ tenant: TENANT }, { limit: 50 }),
  "list of one app": () => queries.list({ tenant: TENANT, app: "app-3" }, { limit: 50 }),
  "list of one job": () => queries.list({ tenant: TENANT, jobKey: "job-7" }, { limit: 50 }),
  "list of a rare state": () => queries.list({ tenant: TENANT, states: ["Terminated"] }, { limit: 50 }),
  "list of one job in a rare state": () =>
    queries.list({ tenant: TENANT, jobKey: "job-7", states: ["Terminated"] }, { limit: 50 }),
  "list of an old time": () =>
    queries.list({ tenant: TENANT, to: new Date(START_MS + 60_000) }, { limit: 50 }),
  "overview counts": () => statistics.countByState(TENANT),
  "completions of an hour": () => statistics.completions(TENANT, new Date(Date.now() - 3_600_000)),
};
const figures = [];
for (const [what, use] of Object.entries(uses)) {
  const waits: number[] = [];
  for (let index = 0; index < ASKED; index += 1) {
    const begin = performance.now();
    await use();
    waits.push(performance.now() - begin);
  }
  const value = `${ms(percentile(waits, 0.5))} / ${ms(percentile(waits, 0.95))}`;
  figures.push({
    what: `${what}, p50 / p95`,
    value,
    aim: what.startsWith("list") ? "p95 ≤ 50 ms" : "≤ 100 ms",
  });
}
printFigures(`${server.name}, ${RUNS} runs`, figures);
