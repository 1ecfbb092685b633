import { fileURLToPath } from "node:url";
import { createId, systemClock } from "@mojob/core/ports";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startMongodb } from "@mojob/test-services/mongodb";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { startTemporal } from "@mojob/test-services/temporal";
import { expect, test } from "vitest";

/** Longer than the silence after which a worker counts as dead. */
const COMPUTE_MS = 16_000;
const WORKER = fileURLToPath(new URL("./fixtures/blocked-worker.ts", import.meta.url));

test("a job that computes on the event loop of its worker succeeds at the first attempt, and so does its neighbour", async () => {
  await using stack = new AsyncDisposableStack();
  const [mongodb, temporal] = await Promise.all([startMongodb(), startTemporal()]);
  stack.use(mongodb);
  stack.use(temporal);
  const url = mongodb.url.replace("/?", "/blocked?");
  const stores = stack.use(await connectMongodb(url));
  const tenant = createId(systemClock.now());
  const { address, namespace } = temporal;
  const shared = { tenant, store: stores.store, state: stores.state, temporal: { address, namespace } };
  const plane = stack.adopt(await startControlPlane(shared), (open) => open.close());
  const worker = stack.use(spawnProgram(NODE, WORKER, { args: [url, address, namespace, tenant] }));
  await worker.line(/^ready$/);
  const runs = [
    await plane.scheduler.trigger("nap", COMPUTE_MS / 2),
    await plane.scheduler.trigger("compute", COMPUTE_MS),
  ];
  const ended = await Promise.all(runs.map(({ id }) => plane.scheduler.ended(id)));
  expect(ended.map(({ state, attempt, error }) => [state, attempt, error])).toEqual([
    ["Succeeded", 1, null],
    ["Succeeded", 1, null],
  ]);
  worker.signal("SIGTERM");
  expect(await worker.exit).toEqual({ code: 0, signal: null });
}, 300_000);
