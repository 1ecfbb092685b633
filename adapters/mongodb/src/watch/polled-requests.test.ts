import assert from "node:assert/strict";
import { aChange, anAdmission, anExecutor, anInstance, uniqueName } from "@mojob/contract-tests";
import type { JobInstance } from "@mojob/core/ports";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { afterAll, beforeAll, describe, it } from "vitest";
import { databaseUrl } from "../../fixtures/database-url.ts";
import { connectMongodb, type MongodbStores } from "../connect-mongodb.ts";

const NEVER_MS = 3_600_000;

describe("a watch of cancels", () => {
  let server: MongodbServer;
  beforeAll(async () => {
    server = await startMongodb();
  });
  afterAll(() => server.close());

  async function processing({ store }: MongodbStores): Promise<JobInstance> {
    const run = anInstance({ id: uniqueName("run") });
    await store.instances.insert([run]);
    await store.instances.admit([anAdmission(run)]);
    return { ...run, state: "Processing" };
  }

  /** Resolves to the first run it is called with. */
  async function toldOf({ store }: MongodbStores, tenant: string): Promise<{ first: Promise<string> }> {
    const { promise, resolve } = Promise.withResolvers<string>();
    await store.watch({ tenant, topics: ["cancel"] }, ([change]) => {
      if (change?.topic === "cancel") resolve(change.id);
    });
    return { first: promise };
  }

  it("is called at once for a request of its own process, though it reads the server once an hour", async () => {
    await using stores = await connectMongodb(databaseUrl(server.url, uniqueName("cancel")), {
      pollMs: NEVER_MS,
    });
    const run = await processing(stores);
    const { first } = await toldOf(stores, run.tenant);
    await stores.store.instances.update([aChange(run, { set: { cancelRequestedAt: new Date() } })]);
    assert.equal(await first, run.id);
  });

  it("is called at once for a drain of its own process, and of another one when it reads the server", async () => {
    const url = databaseUrl(server.url, uniqueName("drain"));
    await using stores = await connectMongodb(url, { pollMs: NEVER_MS });
    await using others = await connectMongodb(url, { pollMs: 20 });
    const executor = anExecutor({ id: "worker" });
    await stores.store.executors.save(executor);
    const heard = await Promise.all(
      [stores, others].map(async ({ store }) => {
        const { promise, resolve } = Promise.withResolvers<string>();
        await store.watch({ tenant: executor.tenant, topics: ["cancel", "drain"] }, ([change]) => {
          if (change?.topic === "drain") resolve(change.id);
        });
        return { promise };
      }),
    );
    await stores.store.executors.drain(executor.tenant, "worker", { at: new Date(), by: null });
    assert.deepEqual(await Promise.all(heard.map(({ promise }) => promise)), ["worker", "worker"]);
  });

  it("learns of another process's request when it reads the server", async () => {
    const url = databaseUrl(server.url, uniqueName("cancel"));
    await using stores = await connectMongodb(url, { pollMs: 20 });
    await using others = await connectMongodb(url);
    const run = await processing(stores);
    const { first } = await toldOf(stores, run.tenant);
    await others.store.instances.update([aChange(run, { set: { cancelRequestedAt: new Date() } })]);
    assert.equal(await first, run.id);
  });
});
