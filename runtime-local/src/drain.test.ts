import { defineTriggeredJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

const HEARTBEAT_MS = 3000;

it("a drained worker ends what it runs and begins nothing, until it is undrained", async () => {
  const clock = createFakeClock();
  const gate = Promise.withResolvers<void>();
  const wait = defineTriggeredJob({ key: "mail.wait", maxConcurrency: null, execute: () => gate.promise });
  const send = defineTriggeredJob({ key: "mail.send", maxConcurrency: null, execute: () => "sent" });
  const { scheduler, workerId, close } = await startEmbedded({
    features: FEATURES,
    app: "mail",
    jobs: [wait, send],
    clock,
  });
  const stateOf = async (id: string): Promise<string> => (await scheduler.instances.get(id)).state;
  const begun = await scheduler.trigger("mail.wait");
  await clock.settle();
  const asLi = scheduler.as({ kind: "user", name: "li", permissions: ["workers:drain", "workers:read"] });

  expect(await asLi.drainWorker(workerId)).toMatchObject({ drain: { at: clock.now(), by: "user:li" } });
  // It knows at once, long before its next heartbeat.
  await clock.settle();
  expect(await scheduler.workers()).toMatchObject([{ running: 1, draining: true }]);
  const waiting = await scheduler.trigger("mail.send");
  await clock.advance(HEARTBEAT_MS);
  expect(await scheduler.workers()).toMatchObject([{ running: 1, draining: true, drain: { by: "user:li" } }]);
  expect((await scheduler.incidents.attention()).map(({ kind }) => kind)).toContain("no_worker");
  gate.resolve();
  await clock.advance(HEARTBEAT_MS);
  expect(await scheduler.workers()).toMatchObject([{ running: 0, draining: true }]);
  expect([await stateOf(begun.id), await stateOf(waiting.id)]).toEqual(["Succeeded", "Enqueued"]);

  await scheduler.undrainWorker(workerId);
  await clock.settle();
  expect(await stateOf(waiting.id)).toBe("Succeeded");
  const [worker] = await scheduler.workers();
  expect([worker?.draining, worker?.drain]).toEqual([false, undefined]);
  await expect(scheduler.drainWorker("nobody")).rejects.toMatchObject({ code: "worker_not_found" });
  await close();
});
