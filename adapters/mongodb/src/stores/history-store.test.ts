import { anAct } from "@mojob/contract-tests";
import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { startMongodb } from "@mojob/test-services/mongodb";
import { MongoClient } from "mongodb";
import { expect, it, onTestFinished } from "vitest";
import { connectMongodb } from "../connect-mongodb.ts";
import { documentId } from "../documents/instance-document.ts";

it("acts of a version before the audit are found as done, and counted as not chained", async () => {
  const mongodb = await startMongodb();
  onTestFinished(() => mongodb.close());
  const { subject: _, outcome: __, code: ___, from: ____, ...act } = anAct("default", 1, { jobKey: "greet" });
  const client = await MongoClient.connect(mongodb.url);
  onTestFinished(() => client.close());
  await client
    .db("mojob")
    .collection<{ _id: string }>("history")
    .insertOne({ _id: documentId("default", act.id), ...act });
  const stores = await connectMongodb(mongodb.url);
  const jobs = [defineTriggeredJob({ key: "greet", execute: () => "Hello" })];
  const { scheduler, close } = await startEmbedded({ app: "shop", jobs, ...stores });
  onTestFinished(async () => {
    await close();
    await stores.close();
  });
  const page = { limit: 10 };
  const whole = { ...act, subject: null, outcome: "done", code: null, from: null };
  for (const query of [{}, { actor: "li" }, { outcome: "done" }, { jobKey: "greet" }] as const)
    expect((await scheduler.audit.list(query, page)).items).toEqual([whole]);
  expect((await scheduler.history.list({}, page)).items).toEqual([whole]);
  await scheduler.instances.trigger("greet", { manual: true });
  expect(await scheduler.audit.verify()).toMatchObject({ ok: true, entries: 2, unchained: 1 });
});
