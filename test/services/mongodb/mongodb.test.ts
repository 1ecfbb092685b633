import assert from "node:assert/strict";
import { MongoClient } from "mongodb";
import { describe, it } from "vitest";
import { startMongodb } from "./mongodb.ts";

const OWNED = process.env["MONGODB_URL"] === undefined;

describe("startMongodb()", { timeout: 180_000 }, () => {
  it("gives a server on loopback that takes writes", async () => {
    await using server = await startMongodb();
    await using client = new MongoClient(server.url);
    const { insertedId } = await client.db("services").collection("notes").insertOne({ text: "hello" });
    assert.notEqual(insertedId, null);
    if (OWNED) assert.match(server.url, /^mongodb:\/\/127\.0\.0\.1:\d+\//);
  });

  // One that MONGODB_URL names is not this process's to kill.
  it.runIf(OWNED)("gives one that keeps what it acknowledged when it is killed", async () => {
    await using server = await startMongodb({ durable: true });
    await using client = new MongoClient(server.url, { writeConcern: { w: "majority", journal: true } });
    const notes = client.db("services").collection<{ _id: number }>("notes");
    for (let index = 0; index < 20; index += 1) await notes.insertOne({ _id: index });
    await server.kill();
    await server.restart();
    assert.equal(await notes.countDocuments(), 20);
  });

  // As above.
  it.runIf(OWNED)("gives one whose address is free once it is closed", async () => {
    const server = await startMongodb();
    await server.close();
    await using client = new MongoClient(server.url, { serverSelectionTimeoutMS: 200 });
    await assert.rejects(client.connect());
  });
});
