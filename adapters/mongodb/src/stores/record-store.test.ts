import { anAct, anIncident, aNote, aScriptVersion, NOTES, uniqueName } from "@mojob/contract-tests";
import { type MongodbServer, startMongodb } from "@mojob/test-services/mongodb";
import { until } from "@mojob/test-services/until";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { databaseUrl } from "../../fixtures/database-url.ts";
import { connectMongodb } from "../connect-mongodb.ts";
import { documentId } from "../documents/instance-document.ts";

const TENANT = "default";

describe("records in MongoDB", () => {
  let server: MongodbServer;
  beforeAll(async () => {
    server = await startMongodb();
  });
  afterAll(() => server.close());

  /** A database of its own, as a store and as a client see it. */
  async function open() {
    const url = databaseUrl(server.url, uniqueName("records"));
    const client = await MongoClient.connect(url);
    const stores = await connectMongodb(url);
    onTestFinished(async () => {
      await stores.close();
      await client.close();
    });
    const collection = (name: string) => client.db().collection<{ _id: string }>(name);
    return { store: stores.store, collection, client };
  }

  it("documents of a version before records are there, and are written on", async () => {
    const { store, collection } = await open();
    const [incident, script, act] = [anIncident(TENANT, 1), aScriptVersion(TENANT, 1), anAct(TENANT, 1)];
    await collection("incidents").insertOne({ _id: documentId(TENANT, incident.id), ...incident });
    await collection("scripts").insertOne({ _id: documentId(TENANT, `${script.jobKey}/1`), ...script });
    await collection("history").insertOne({ _id: documentId(TENANT, act.id), ...act });
    expect(await store.incidents.get(TENANT, [incident.id])).toEqual([incident]);
    const second = { ...incident, revision: 2 };
    expect(await store.incidents.write([incident, second])).toEqual([false, true]);
    expect(await store.incidents.unsettled(TENANT, 9)).toEqual([second]);
    await store.scripts.keep({ ...script, source: "another" });
    expect(await store.scripts.get(TENANT, script.jobKey, 1)).toEqual(script);
    const link = { act: act.id, writer: "w", n: 1, prev: "", hash: "0" };
    await store.history.append([act], [link]);
    await store.history.append([act], [{ ...link, writer: "x" }, link]);
    const { items } = await store.history.listLinked(TENANT, { limit: 9 });
    expect(items).toEqual([{ act, links: [link, { ...link, writer: "x" }] }]);
  });

  it("a record is a document that a person can read, and its text where it cannot be one", async () => {
    const { store, collection } = await open();
    const odd = aNote(TENANT, 2, { body: { "$a.b": 1 }, owner: { name: "li" } });
    await store.records(NOTES).put([aNote(TENANT, 1), odd]);
    const documents = await collection("notes").find().sort({ _id: 1 }).toArray();
    expect(documents).toEqual([
      { _id: `${TENANT}/note-001`, ...aNote(TENANT, 1) },
      {
        _id: `${TENANT}/note-002`,
        tenant: TENANT,
        id: "note-002",
        revision: 1,
        topic: "shop",
        rank: 2,
        at: odd.at,
        done: false,
        owner: { name: "li" },
        recordText: expect.stringContaining("$$a.b"),
      },
    ]);
  });

  it("makes the indexes of a kind with its first call, and again where the database was dropped", async () => {
    const { store, collection, client } = await open();
    const indexes = async () => {
      const found = await collection("notes")
        .indexes()
        .catch(() => []);
      return new Map(found.map(({ name, key }) => [name, key]));
    };
    expect(await indexes()).toEqual(new Map());
    await store.records(NOTES).get(TENANT, []);
    const made = new Map<string, object>([
      ["_id_", { _id: 1 }],
      ["topic", { tenant: 1, topic: 1, at: -1, id: -1 }],
      ["at", { tenant: 1, at: 1, id: 1 }],
    ]);
    expect(await indexes()).toEqual(made);
    await client.db().dropDatabase();
    await until("the store is as it was", () =>
      store.ping().then(
        () => true,
        () => false,
      ),
    );
    expect(await indexes()).toEqual(made);
  });
});
