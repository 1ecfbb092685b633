import assert from "node:assert/strict";
import {
  aChange,
  aDefinition,
  anAdmission,
  anInstance,
  jobOptionsWith,
  uniqueName,
} from "@mojob/contract-tests";
import { isMoJobError } from "@mojob/core/ports";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, it } from "vitest";
import { until } from "@mojob/test-services/until";
import { databaseUrl } from "../../fixtures/database-url.ts";
import { connectMongodb } from "../connect-mongodb.ts";

const INDEXES = new Set([
  "_id_",
  "created",
  "app_created",
  "job_created",
  "state_created_app",
  "unique_key",
  "waiting_by_turn",
  "waiting_of_key",
  "lane_slot",
  "ended_order",
  "abandoned",
  "being_cancelled",
  "parts",
  "expires",
]);

async function indexesOf(client: MongoClient): Promise<ReadonlySet<string | undefined>> {
  return new Set((await client.db().collection("instances").indexes()).map(({ name }) => name));
}

describe("connectMongodb()", () => {
  let server: MongodbServer;
  beforeAll(async () => {
    server = await startMongodb();
  });
  afterAll(() => server.close());

  it("makes the indexes once, also while another process does so", async () => {
    const url = databaseUrl(server.url, uniqueName("migrate"));
    const all = await Promise.all(Array.from({ length: 4 }, () => connectMongodb(url)));
    await Promise.all(all.map((stores) => stores.close()));
    await using client = new MongoClient(url);
    assert.deepEqual(await indexesOf(client), INDEXES);
    const [mark, ...others] = await client.db().collection("meta").find().toArray();
    assert.deepEqual([mark?.["version"], mark?.["expandedTo"], others], [2, 3, []]);
    assert.match(String(mark?.["id"]), /^[0-9a-f]{24}$/);
  });

  it("puts the indexes of an earlier version right, also while another process does so", async () => {
    const url = databaseUrl(server.url, uniqueName("migrate"));
    await using client = new MongoClient(url);
    await client
      .db()
      .collection("instances")
      .createIndexes([
        { name: "state_changed", key: { tenant: 1, state: 1, changedAt: 1, app: 1, completedAt: 1 } },
        { name: "expiry", key: { expiresAt: 1 }, expireAfterSeconds: 0 },
        {
          name: "slot",
          key: { tenant: 1, jobKey: 1, slot: 1 },
          unique: true,
          partialFilterExpression: { slot: { $exists: true } },
        },
      ]);
    const all = await Promise.all(Array.from({ length: 4 }, () => connectMongodb(url)));
    await Promise.all(all.map((stores) => stores.close()));
    assert.deepEqual(await indexesOf(client), INDEXES);
  });

  it("is opened where the next version has expanded it, and is not contracted by that", async () => {
    const url = databaseUrl(server.url, uniqueName("migrate"));
    await using client = new MongoClient(url);
    const meta = client.db().collection<{ _id: string; version: number; expandedTo: number }>("meta");
    await meta.insertOne({ _id: "schema", version: 2, expandedTo: 4 });
    await (await connectMongodb(url)).close();
    assert.deepEqual(await meta.findOne(), { _id: "schema", version: 2, expandedTo: 4 });
  });

  it.for([
    ["the database", (client: MongoClient) => client.db().dropDatabase()],
    ["the schema mark", (client: MongoClient) => client.db().collection("meta").deleteMany({})],
    [
      "the index of slots",
      (client: MongoClient) => client.db().collection("instances").dropIndex("lane_slot"),
    ],
  ] as const)("notices that %s is missing, says so, and makes it again", async ([, lose]) => {
    const url = databaseUrl(server.url, uniqueName("lost"));
    await using client = new MongoClient(url);
    const { store, close } = await connectMongodb(url);
    const before = await store.identify?.();
    assert.equal(await store.identify?.(), before);
    await lose(client);
    await assert.rejects(
      store.ping(),
      (error) => isMoJobError(error, "store_unavailable") && /prepared again/.test(error.message),
    );
    await until("the store is as it was", () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    );
    assert.deepEqual(await indexesOf(client), INDEXES);
    await close();
  });

  it("makes one more for changes that are asked for", async () => {
    const url = databaseUrl(server.url, uniqueName("migrate"));
    const stores = await connectMongodb(url, { polling: true });
    await stores.close();
    await using client = new MongoClient(url);
    assert.deepEqual(await indexesOf(client), new Set([...INDEXES, "changed"]));
  });

  it("refuses a database a newer version has been at work in", async () => {
    const url = databaseUrl(server.url, uniqueName("migrate"));
    await using client = new MongoClient(url);
    await client
      .db()
      .collection<{ _id: string; version: number }>("meta")
      .insertOne({ _id: "schema", version: 99 });
    await assert.rejects(
      connectMongodb(url),
      (error) => isMoJobError(error, "invalid_configuration") && /schema version "99"/.test(error.message),
    );
  });

  it("marks the shards of an earlier version as parts of their broadcast", async () => {
    const url = databaseUrl(server.url, uniqueName("parts"));
    const shard = anInstance({
      id: "~whole/#1",
      trigger: { type: "broadcast", of: "whole" },
      routing: { strategy: "broadcast", executor: null, refused: [], shard: { index: 1, total: 2 } },
    });
    const again = anInstance({ id: "again", trigger: { type: "rerun", of: shard.id } });
    await using first = await connectMongodb(url);
    await first.store.instances.insert([anInstance({ id: "whole" }), shard, again]);
    await using client = new MongoClient(url);
    await client
      .db()
      .collection("instances")
      .updateMany({}, { $unset: { part: "" } });
    await client
      .db()
      .collection<{ _id: string }>("meta")
      .updateOne({ _id: "schema" }, { $set: { expandedTo: 2 } });
    await using stores = await connectMongodb(url);
    const { instances, queries } = stores.store;
    const runs = await instances.get(shard.tenant, ["whole", shard.id, "again"]);
    assert.deepEqual(
      runs.map((run) => run?.part),
      [null, { of: "whole", name: "1" }, null],
    );
    const listed = await queries.list({ tenant: shard.tenant, parts: false }, { limit: 10 });
    assert.deepEqual(listed.items.map(({ id }) => id).toSorted(), ["again", "whole"]);
  });

  it("says that there is no server, in time", async () => {
    const begunMs = performance.now();
    await assert.rejects(
      connectMongodb("mongodb://127.0.0.1:1/?directConnection=true", { serverSelectionTimeoutMs: 300 }),
      (error) => isMoJobError(error, "store_unavailable"),
    );
    // The driver's own limit is 30 s.
    assert.ok(performance.now() - begunMs < 25_000);
  });

  it("leaves documents a person can read in a shell", async () => {
    const url = databaseUrl(server.url, uniqueName("shell"));
    await using stores = await connectMongodb(url);
    const run = anInstance({ tenant: "acme", id: "job#1", args: { to: "Ada" } });
    await stores.store.instances.insert([run]);
    await using client = new MongoClient(url);
    const document = await client.db().collection("instances").findOne({ "args.to": "Ada" });
    assert.deepEqual(
      [document?.["_id"], document?.["state"], document?.["createdAt"]],
      ["acme/job#1", "Enqueued", run.createdAt],
    );
  });

  it("reads and moves a run of an earlier version, which has null where there is nothing", async () => {
    const url = databaseUrl(server.url, uniqueName("nulls"));
    await using stores = await connectMongodb(url);
    const { instances } = stores.store;
    const run = anInstance({ id: "old" });
    await instances.insert([run]);
    await using client = new MongoClient(url);
    const nothing = Object.entries(run).filter(([name, value]) => value === null && name !== "slot");
    await client
      .db()
      .collection("instances")
      .updateOne({ id: "old" }, { $set: Object.fromEntries(nothing) });
    assert.deepEqual(await instances.get(run.tenant, ["old"]), [run]);
    const [admitted] = await instances.admit([anAdmission(run, { limit: 1 })]);
    assert.equal(admitted?.outcome, "admitted");
    const settling = aChange(
      { ...run, state: "Processing" },
      { when: { states: ["Processing"], cancelRequested: false }, set: { state: "Succeeded", error: null } },
    );
    assert.deepEqual(await instances.update([settling]), [true]);
  });

  it("lets the server remove ended runs a day after their job's age, also when the job's age is edited", async () => {
    const url = databaseUrl(server.url, uniqueName("expiry"));
    await using stores = await connectMongodb(url);
    await using client = new MongoClient(url);
    const { definitions, instances } = stores.store;
    const retention = (maxAgeDays: number) =>
      jobOptionsWith({
        retention: { ...jobOptionsWith({}).retention, maxInstances: 10, maxSkipped: 10, maxAgeDays },
      });
    const definition = aDefinition({ options: retention(2) });
    await definitions.register([definition]);
    const completedAt = new Date();
    const run = anInstance({ jobKey: definition.key, state: "Skipped", completedAt });
    await instances.insert([run]);
    const days = async (): Promise<number> => {
      const document = await client.db().collection("instances").findOne({ id: run.id });
      return (document?.["expiresAt"].getTime() - completedAt.getTime()) / 86_400_000;
    };
    assert.equal(await days(), 3);
    assert.equal(await definitions.replace({ ...definition, revision: 2, options: retention(9) }, 1), true);
    assert.equal(await days(), 10);
    assert.deepEqual(await instances.update([aChange(run, { when: { states: ["Enqueued"] } })]), [false]);
  });
});
