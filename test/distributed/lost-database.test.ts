import { uniqueName } from "@mojob/contract-tests";
import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startWorker } from "@mojob/runtime-temporal/worker";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { until } from "@mojob/test-services/until";
import { MongoClient } from "mongodb";
import { expect, test } from "vitest";

const PATIENCE = { patienceMs: 60_000 };

test("a database that is dropped is noticed, reported and made again with its jobs, and work goes on", async () => {
  await using temporal = await startTemporal();
  await using mongodb = await startMongodb();
  const url = new URL(mongodb.url);
  url.pathname = `/${uniqueName("dropped")}`;
  const stores = await connectMongodb(url.href);
  const said: string[] = [];
  const { address, namespace } = temporal;
  const shared = {
    ...stores,
    tenant: uniqueName("dropped"),
    temporal: { address, namespace },
    features: FEATURES,
    onError: (error: unknown) => void said.push(error instanceof Error ? error.message : String(error)),
    onWarning: (warning: string) => void said.push(warning),
  };
  const jobs = [
    defineTriggeredJob({ key: "echo", maxConcurrency: null, execute: (args) => args }),
    defineTriggeredJob({ key: "other", execute: () => {} }),
  ];
  const first = await startControlPlane(shared);
  await (await startWorker({ ...shared, app: "parts", jobs })).close();
  const { definition } = await first.scheduler.jobs.get("echo");
  await first.scheduler.jobs.update("echo", { retryCount: 7 }, definition.revision);
  await first.close();
  // Processes that have seen the edit.
  const plane = await startControlPlane(shared);
  const worker = await startWorker({ ...shared, app: "parts", jobs });
  const { scheduler } = plane;
  await scheduler.trigger("echo", 1);

  await using client = new MongoClient(url.href);
  await client.db().dropDatabase();
  await until("a process to report it", () => said.some((line) => line.includes("was dropped")), PATIENCE);
  const restored = async () => stores.store.definitions.getAll(shared.tenant);
  await until("its jobs", async () => (await restored()).length === jobs.length, PATIENCE);
  await until("its health", async () => (await scheduler.health()).every(({ ok }) => ok), PATIENCE);
  expect((await restored()).find(({ key }) => key === "echo")?.options.retryCount).toBe(7);
  const indexes = await client.db().collection("instances").indexes();
  expect(indexes.map(({ name }) => name)).toEqual(expect.arrayContaining(["lane_slot", "ended_order"]));
  expect(await scheduler.result((await scheduler.trigger("echo", 2)).id, { timeoutMs: 60_000 })).toBe(2);
  const needsAttention = async () => (await scheduler.incidents.attention()).map(({ kind }) => kind);
  await until("the panel's list", async () => (await needsAttention()).includes("store_restored"), PATIENCE);
  expect(said.join("\n")).toContain("had lost everything");

  await worker.close();
  await plane.close();
  await stores.close();
}, 180_000);
