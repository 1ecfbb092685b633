import type { ExecutorRecord } from "@mojob/core/ports";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { expect, test } from "vitest";
import { isVanished } from "./vanished-worker.ts";

const TENANT = "default";

function aWorker(lastSeenAt: Date): ExecutorRecord {
  return {
    id: "worker-1",
    tenant: TENANT,
    app: "app",
    runtime: "node",
    runtimeVersion: "24",
    startedAt: lastSeenAt,
    lastSeenAt,
    running: 1,
    abandoned: 0,
    limit: null,
    draining: false,
    jobKeys: [],
  };
}

test("isVanished() waits for a heartbeat of a worker that was alive lately, and then resolves to false", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider().executors;
  await store.save(aWorker(clock.now()));
  let result: boolean | null = null;
  const asking = isVanished("worker-1", { tenant: TENANT, store, clock }).then((is) => (result = is));
  await clock.advance(4000);
  expect(result).toBeNull();
  await store.save(aWorker(clock.now()));
  await clock.advance(500);
  expect(await asking).toBe(false);
});

test("isVanished() resolves to true once three heartbeats were missed", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider().executors;
  await store.save(aWorker(clock.now()));
  await clock.advance(7000);
  let result: boolean | null = null;
  const asking = isVanished("worker-1", { tenant: TENANT, store, clock }).then((is) => (result = is));
  await clock.advance(2500);
  expect(result).toBeNull();
  await clock.advance(1500);
  expect(await asking).toBe(true);
});

test("isVanished() resolves to true at once for a worker that has left", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider().executors;
  expect(await isVanished("worker-1", { tenant: TENANT, store, clock })).toBe(true);
});
