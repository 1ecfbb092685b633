import { defineTriggeredJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { expect, it } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

it("a run of a job that asks for a later version or other labels waits until a worker has them", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider();
  const state = new StateStoreInMemory({ clock });
  const executors = { minVersion: "2.0.0", labels: { ring: "grey" } };
  const send = defineTriggeredJob({ key: "mail.send", executors, execute: () => "sent" });
  const start = (version: string, ring: string): Promise<Embedded> =>
    startEmbedded({
      features: FEATURES,
      app: "mail",
      jobs: [send],
      store,
      state,
      clock,
      worker: { version, labels: { ring } },
    });
  const closed = async ({ close }: Embedded): Promise<void> => {
    const progress = { isClosed: false };
    const closing = close().then(() => (progress.isClosed = true));
    while (!progress.isClosed) await clock.advance(100);
    await closing;
  };

  const before = await start("1.9.0", "grey");
  const { id } = await before.scheduler.trigger("mail.send");
  await clock.advance(30_000);
  const run = await before.scheduler.instances.get(id);
  expect(run.state).toBe("Enqueued");
  expect([...(await before.scheduler.instances.waitingForWorker([run]))]).toEqual([id]);
  expect((await before.scheduler.incidents.attention()).map(({ kind }) => kind)).toContain("no_worker");
  await closed(before);

  const other = await start("2.1.0", "stable");
  await clock.advance(30_000);
  expect((await other.scheduler.instances.get(id)).state).toBe("Enqueued");
  await closed(other);

  const after = await start("2.1.0", "grey");
  await clock.advance(1000);
  expect(await after.scheduler.instances.get(id)).toMatchObject({ state: "Succeeded", result: "sent" });
  await closed(after);
});
