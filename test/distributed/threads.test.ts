import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { createId, sleep, systemClock } from "@mojob/core/ports";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startWorker } from "@mojob/runtime-temporal/worker";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { jobThreads } from "@mojob/threads";
import { expect, test } from "vitest";
import { computing } from "./fixtures/computing-job.ts";

/** Longer than the silence after which a worker counts as dead. */
const COMPUTE_MS = 16_000;

const napping: JobRegistration = defineTriggeredJob({
  key: "nap",
  execute: async (ms: number, { signal }) => sleep(systemClock, ms, signal),
});

test("a job that computes in its thread succeeds at the first attempt, and so does its neighbour", async () => {
  const stack = new AsyncDisposableStack();
  const [mongodb, temporal] = await Promise.all([startMongodb(), startTemporal()]);
  stack.use(mongodb);
  stack.use(temporal);
  const stores = stack.adopt(await connectMongodb(mongodb.url.replace("/?", "/threads?")), (open) =>
    open.close(),
  );
  const shared = {
    tenant: createId(systemClock.now()),
    store: stores.store,
    state: stores.state,
    temporal: { address: temporal.address, namespace: temporal.namespace },
  };
  const plane = stack.adopt(await startControlPlane(shared), (open) => open.close());
  const threads = stack.adopt(jobThreads(), (open) => open.close());
  stack.adopt(await startWorker({ ...shared, app: "threads", jobs: [computing, napping], threads }), (open) =>
    open.close(),
  );
  const runs = [
    await plane.scheduler.trigger("compute", COMPUTE_MS),
    await plane.scheduler.trigger("nap", COMPUTE_MS),
  ];
  const ended = await Promise.all(runs.map(({ id }) => plane.scheduler.ended(id)));
  expect(ended.map(({ state, attempt }) => [state, attempt])).toEqual([
    ["Succeeded", 1],
    ["Succeeded", 1],
  ]);
  await stack.disposeAsync();
}, 300_000);
