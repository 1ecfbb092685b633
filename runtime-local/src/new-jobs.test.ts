import { defineRecurringJob, defineTriggeredJob } from "@mojob/core";
import { createFakeClock } from "@mojob/core/testing";
import { MetadataStoreInMemoryProvider, StateStoreInMemory } from "@mojob/memory";
import { expect, it } from "vitest";
import { type Embedded, startEmbedded } from "./embedded.ts";

it("new recurring jobs of an app that starts them stopped fire once somebody resumes them", async () => {
  const clock = createFakeClock();
  const store = new MetadataStoreInMemoryProvider();
  const state = new StateStoreInMemory({ clock });
  let ticks = 0;
  const tick = defineRecurringJob({ key: "ops.tick", cron: "* * * * * *", execute: () => void (ticks += 1) });
  const known = defineRecurringJob({ key: "ops.known", cron: "0 0 1 * * *", execute: () => {} });
  const work = defineTriggeredJob({ key: "ops.work", execute: () => "done" });
  const start = (jobs: Parameters<typeof startEmbedded>[0]["jobs"]): Promise<Embedded> =>
    startEmbedded({ app: "ops", jobs, store, state, clock, newJobs: "stopped" });
  const first = await startEmbedded({ app: "ops", jobs: [known], store, state, clock });
  await first.close();

  const { scheduler, close } = await start([known, tick, work]);
  await clock.advance(5000);
  expect(ticks).toBe(0);
  const pauseOf = async (key: string) => (await scheduler.jobs.get(key)).definition.pause;
  expect(await pauseOf("ops.tick")).toMatchObject({ until: null, isNew: true });
  expect([await pauseOf("ops.known"), await pauseOf("ops.work")]).toEqual([null, null]);
  // By hand it runs all the same.
  await scheduler.trigger("ops.tick");
  const run = await scheduler.trigger("ops.work");
  await clock.advance(100);
  expect([ticks, (await scheduler.instances.get(run.id)).state]).toEqual([1, "Succeeded"]);
  await scheduler.jobs.resume("ops.tick");
  await clock.advance(3000);
  expect(ticks).toBeGreaterThan(1);
  await close();

  // Registered again, it goes on firing.
  const again = await start([known, tick, work]);
  const { pause } = (await again.scheduler.jobs.get("ops.tick")).definition;
  expect(pause).toBeNull();
  await again.close();
});
