import type { ExecutorRecord } from "@mojob/core";
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

test("isVanished() waits for a word of a worker that was heard of lately, and believes it", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider().executors;
  await store.save(aWorker(clock.now()));
  let answer: boolean | null = null;
  const asking = isVanished("worker-1", { tenant: TENANT, store, clock }).then((is) => (answer = is));
  await clock.advance(4000);
  expect(answer).toBeNull();
  await store.save(aWorker(clock.now()));
  await clock.advance(500);
  expect(await asking).toBe(false);
});

test("isVanished() gives a worker up once it has been silent for three of its words", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider().executors;
  await store.save(aWorker(clock.now()));
  await clock.advance(7000);
  let answer: boolean | null = null;
  const asking = isVanished("worker-1", { tenant: TENANT, store, clock }).then((is) => (answer = is));
  await clock.advance(2500);
  expect(answer).toBeNull();
  await clock.advance(1500);
  expect(await asking).toBe(true);
});

test("isVanished() knows at once of a worker that has left", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider().executors;
  expect(await isVanished("worker-1", { tenant: TENANT, store, clock })).toBe(true);
});
