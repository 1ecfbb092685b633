import { uniqueName } from "@mojob/contract-tests";
import { defineRecurringJob, defineTriggeredJob, type JobInstance } from "@mojob/core";
import { connectMongodb } from "@mojob/mongodb";
import { startControlPlane } from "@mojob/runtime-temporal/control-plane";
import { startWorker } from "@mojob/runtime-temporal/worker";
import { startMongodb } from "@mojob/test-services/mongodb";
import { startTemporal } from "@mojob/test-services/temporal";
import { until } from "@mojob/test-services/until";
import { type Db, type Document, MongoClient } from "mongodb";
import { expect, test } from "vitest";

const PATIENCE = { patienceMs: 120_000 };

/** All documents, by collection. */
type Backup = ReadonlyMap<string, readonly Document[]>;

async function backUp(database: Db): Promise<Backup> {
  const collections = await database.collections();
  const contents = await Promise.all(
    collections.map(
      async (collection) => [collection.collectionName, await collection.find().toArray()] as const,
    ),
  );
  return new Map(contents);
}

async function restore(database: Db, backup: Backup): Promise<void> {
  for (const collection of await database.collections()) {
    await collection.deleteMany({});
    const documents = backup.get(collection.collectionName) ?? [];
    // A process from before the restore may still write: what it writes in between is replaced.
    const writes = documents.map(({ _id: id, ...replacement }) => ({
      replaceOne: { filter: { _id: id }, replacement, upsert: true },
    }));
    if (writes.length > 0) await collection.bulkWrite(writes);
  }
}

test("a database that is restored while Temporal is ahead goes on from what it holds", async () => {
  await using temporal = await startTemporal();
  await using mongodb = await startMongodb();
  const url = new URL(mongodb.url);
  url.pathname = `/${uniqueName("restored")}`;
  const stores = await connectMongodb(url.href);
  const { address, namespace } = temporal;
  const tenant = uniqueName("restored");
  const shared = { ...stores, tenant, temporal: { address, namespace }, onError: () => {} };
  const begun = new Map<string, number>();
  const begin = (id: string): void => void begun.set(id, (begun.get(id) ?? 0) + 1);
  let released = Promise.withResolvers<void>();
  const jobs = [
    defineTriggeredJob({
      key: "echo",
      maxConcurrency: null,
      execute: (args, { instanceId }) => (begin(instanceId), args),
    }),
    defineTriggeredJob({
      key: "hold",
      maxConcurrency: null,
      retryCount: 1,
      async execute(_args, { instanceId }) {
        begin(instanceId);
        await released.promise;
      },
    }),
    defineRecurringJob({
      key: "tick",
      cron: "* * * * * *",
      execute: ({ instanceId }) => begin(instanceId),
    }),
  ];
  const plane = await startControlPlane(shared);
  const worker = await startWorker({ ...shared, app: "parts", jobs });
  const { scheduler } = plane;
  const inState = (id: string, state: string): Promise<JobInstance> =>
    until(
      `${id} to be ${state}`,
      async () => {
        const run = await scheduler.instances.get(id);
        return run.state === state && run;
      },
      PATIENCE,
    );
  await using client = new MongoClient(url.href);

  const ended = await scheduler.trigger("echo", 1);
  await scheduler.result(ended.id, { timeoutMs: 60_000 });
  const held = await scheduler.trigger("hold");
  await inState(held.id, "Processing");
  const delayed = await scheduler.instances.trigger("echo", { args: 2, delayMs: 3000 });
  const backup = await backUp(client.db());

  // Temporal gets ahead: what is open in the backup ends, and more begins.
  released.resolve();
  await inState(held.id, "Succeeded");
  await inState(delayed.id, "Succeeded");
  released = Promise.withResolvers();
  const lost = await scheduler.trigger("hold");
  await inState(lost.id, "Processing");
  await restore(client.db(), backup);

  // The attempt that the backup shows has ended on Temporal; its worker is asked, and it is made again.
  const again = await until(
    "the next attempt",
    async () => {
      const run = await scheduler.instances.get(held.id);
      return run.attempt === 2 && run.state === "Processing" && run;
    },
    PATIENCE,
  );
  expect(again.history.map(({ to }) => to)).toEqual(["Enqueued", "Processing", "Failed", "Processing"]);
  released.resolve();
  await inState(held.id, "Succeeded");
  await inState(delayed.id, "Succeeded");
  await expect(scheduler.instances.get(lost.id)).rejects.toMatchObject({ code: "instance_not_found" });

  // What had ended in the backup does not begin again, and nothing but that is as it was.
  expect(begun.get(ended.id)).toBe(1);
  const ids = (backup.get("instances") ?? [])
    .filter(({ state }) => state === "Succeeded")
    .map(({ _id }) => String(_id));
  for (const id of ids) expect(begun.get(id) ?? 1, id).toBe(1);
  const new1 = await scheduler.trigger("echo", 3);
  expect(await scheduler.result(new1.id, { timeoutMs: 60_000 })).toBe(3);
  const since = Date.now();
  await until(
    "fires of now",
    async () => {
      const { items } = await scheduler.instances.list({ jobKey: "tick" }, { limit: 5 });
      return items.some((run) => (run.trigger.nominalTime?.getTime() ?? 0) > since);
    },
    PATIENCE,
  );

  await worker.close();
  await plane.close();
  await stores.close();
}, 300_000);
