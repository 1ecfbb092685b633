import assert from "node:assert/strict";
import { anInstance, uniqueName } from "@mojob/contract-tests";
import type { JobInstance } from "@mojob/core";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { ObjectId } from "mongodb";
import { afterAll, beforeAll, describe, it } from "vitest";
import { databaseUrl } from "../../fixtures/database-url.ts";
import { type MongodbStores, connectMongodb } from "../connect-mongodb.ts";
import { MongodbConnection, type StoreHandle } from "../connection/mongodb-connection.ts";
import { SERVER_TIME } from "../connection/server-time.ts";
import { toInstanceDocument } from "../documents/instance-document.ts";
import type { InstanceDocument } from "../documents/mongodb-documents.ts";
import { insertInTwo } from "./insert-in-two.ts";

describe("a run that is inserted in two writes", { timeout: 60_000 }, () => {
  let server: MongodbServer;
  let handle: StoreHandle;
  let stores: MongodbStores;

  beforeAll(async () => {
    server = await startMongodb();
    const url = databaseUrl(server.url, uniqueName("two"));
    handle = new MongodbConnection(url).share();
    stores = await connectMongodb(url);
  });
  afterAll(async () => {
    await stores.close();
    await handle.close();
    await server.close();
  });

  const documentOf = (run: JobInstance, ticket = new ObjectId()): InstanceDocument =>
    toInstanceDocument(run, { changedAt: SERVER_TIME, ticket, expiresAt: null });

  /** As a process leaves it that dies after the first of the two. */
  async function leaveHalf(run: JobInstance): Promise<void> {
    const { tenant: _tenant, uniqueKey: _uniqueKey, ...rest } = documentOf(run);
    await handle.collections.instances.insertOne({
      ...rest,
      expiresAt: new Date(Date.now() + 60_000),
    } as unknown as InstanceDocument);
  }

  it("is completed by a repeated call where its process died in between", async () => {
    const run = anInstance({ tenant: uniqueName("tenant"), args: { n: 1 } });
    await leaveHalf(run);
    assert.deepEqual(await stores.store.instances.insert([run]), [null]);
    const [repeated] = await stores.store.instances.insert([run]);
    assert.equal(repeated?.tenant, run.tenant);
    const stored = await handle.collections.instances.findOne({
      ticket: { $exists: true },
      tenant: run.tenant,
    });
    assert.deepEqual([stored?.id, stored?.expiresAt], [run.id, undefined]);
    assert.ok((stored?.changedAt?.t ?? 0) > 0, "the server set the time of the change");
  });

  it("is no run where its unique key has another holder", async () => {
    const tenant = uniqueName("tenant");
    const run = anInstance({ tenant, uniqueKey: "one" });
    const holder = anInstance({ tenant, uniqueKey: "one", jobKey: run.jobKey });
    await stores.store.instances.insert([holder]);
    await leaveHalf(run);
    const [standing] = await stores.store.instances.insert([run]);
    assert.equal(standing?.id, holder.id);
    assert.deepEqual(await stores.store.instances.get(tenant, [run.id]), [null]);
  });

  it("is the repeated call's where that completes it first", async () => {
    const run = anInstance({ tenant: uniqueName("tenant") });
    const ticket = new ObjectId();
    const document = documentOf(run, ticket);
    const { instances } = handle.collections;
    const interrupted = new Proxy(instances, {
      get: (target, name) =>
        name === "insertOne"
          ? async (half: InstanceDocument) => {
              await target.insertOne(half);
              assert.deepEqual(await stores.store.instances.insert([run]), [null]);
            }
          : Reflect.get(target, name, target).bind(target),
    });
    const store = { collections: { ...handle.collections, instances: interrupted } } as StoreHandle;
    const taken = await insertInTwo(store, [document], ticket);
    assert.deepEqual([...taken], [0]);
    const [stored] = await stores.store.instances.get(run.tenant, [run.id]);
    assert.equal(stored?.id, run.id);
  });
});
