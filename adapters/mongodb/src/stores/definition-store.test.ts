import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { startMongodb } from "@mojob/test-services/mongodb";
import { MongoClient } from "mongodb";
import { expect, it, onTestFinished } from "vitest";
import { connectMongodb } from "../connect-mongodb.ts";

const jobs = [defineTriggeredJob({ key: "greet", execute: () => "Hello" })];

it.each([
  ["its options are missing", { $unset: { options: "" } }],
  ["its work is no JSON", { $set: { workText: "{" }, $unset: { work: "" } }],
])(
  "a definition that cannot be read because %s is named and left out, and all others go on",
  async (_, damage) => {
    const mongodb = await startMongodb();
    onTestFinished(() => mongodb.close());
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const start = async () => {
      const stores = await connectMongodb(mongodb.url, { onError });
      const embedded = await startEmbedded({ app: "shop", jobs, ...stores, onError });
      return { scheduler: embedded.scheduler, close: () => embedded.close().then(() => stores.close()) };
    };
    const first = await start();
    for (const key of ["made.one", "made.two"])
      await first.scheduler.jobs.create({
        key,
        app: "shop",
        kind: "triggered",
        work: { kind: "code", handler: "greet" },
      });
    await first.close();
    const client = await MongoClient.connect(mongodb.url);
    onTestFinished(() => client.close());
    await client.db("mojob").collection("definitions").updateOne({ key: "made.one" }, damage);
    const second = await start();
    onTestFinished(second.close);
    const { items } = await second.scheduler.jobs.list({}, { limit: 10 });
    expect(items.map(({ definition }) => definition.key)).toEqual(["greet", "made.two"]);
    await expect(second.scheduler.jobs.get("made.one")).rejects.toMatchObject({ code: "job_not_found" });
    expect(await (await second.scheduler.trigger("made.two")).result()).toBe("Hello");
    expect(errors).toEqual([
      expect.objectContaining({ message: expect.stringContaining('job "made.one" of tenant "default"') }),
    ]);
  },
);
