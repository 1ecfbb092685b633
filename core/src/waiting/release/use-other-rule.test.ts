import { expect, test } from "vitest";
import { aDefinition, anInstance } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import { createEngine } from "../../control/create-engine.ts";
import { createScheduler } from "../../control/create-scheduler.ts";
import type { StatedOptions } from "../../model/option/job-options.ts";

interface Place extends World {
  /** The runs that were handed over, in order. */
  readonly handedOver: () => readonly string[];
  edit(options: StatedOptions, revision?: number): Promise<void>;
}

/** A job for newer workers than there are, with a run that nobody takes, one that waits for a slot, and one of another job. */
async function aPlace(given: WorldOptions = {}): Promise<Place> {
  const world = createWorld(given);
  await world.define(aDefinition({ options: { executors: { minVersion: "2.0.0" } } }));
  await world.store.instances.insert([
    anInstance({ id: "left" }),
    anInstance({ id: "queued", reason: { code: "waits_for_slot", parameters: { limit: 1 } } }),
    anInstance({ id: "other", jobKey: "mail.list" }),
  ]);
  await world.clock.advance(1000);
  const { jobs } = createScheduler(createEngine({ ...world, tenant: "default" }));
  return {
    ...world,
    handedOver: () => world.bus.requests.map(({ instanceId }) => instanceId),
    edit: async (patch, revision = 1) => void (await jobs.update("mail.send", patch, revision)),
  };
}

test("a run that no worker was allowed to take is handed over where another rule applies", async () => {
  const place = await aPlace();
  await place.edit({ executors: { minVersion: "1.0.0" } });
  expect([place.handedOver(), place.runtime.woken]).toEqual([["left"], []]);
});

test("what a delivery has already is woken and not delivered twice", async () => {
  const place = await aPlace();
  place.runtime.alive.add("left");
  await place.edit({ executors: { minVersion: "1.0.0" } });
  expect([place.handedOver(), place.runtime.woken]).toEqual([[], ["left"]]);
});

test("another edit hands nothing over", async () => {
  const place = await aPlace();
  await place.edit({ tags: ["slow"] });
  expect(place.handedOver()).toEqual([]);
});

test("an edit that was written is made, also where the runs cannot be read", async () => {
  const place = await aPlace({ instances: () => ({ findOpen: () => Promise.reject(storeGone()) }) });
  await place.edit({ executors: { minVersion: "1.0.0" } });
  expect((await place.cache.get("mail.send"))?.options.executors.minVersion).toBe("1.0.0");
  expect(place.errors).toMatchObject([{ code: "store_unavailable" }]);
});

test("those of a job that queues begin in the order of their line", async () => {
  const place = await aPlace();
  const { store, clock } = place;
  await place.edit({ maxConcurrency: 1, whenFull: "queue", executors: { minVersion: "2.0.0" } });
  await store.instances.insert([anInstance({ id: "urgent", priority: 1, createdAt: clock.now() })]);
  await clock.advance(1000);
  await place.edit({ executors: { minVersion: "1.0.0" } }, 2);
  expect(place.handedOver()).toEqual(["urgent"]);
});
