import { expect, test } from "vitest";
import { aDefinition, anInstance } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import { createEngine } from "../../control/create-engine.ts";
import type { Engine } from "../../control/engine.ts";
import { createScheduler } from "../../control/create-scheduler.ts";
import { declareJob } from "../../definition/declare-job.ts";
import type { StatedOptions } from "../../model/option/job-options.ts";
import { OptionRule } from "../../model/option/option-rule.ts";

interface Place extends World {
  readonly engine: Engine;
  /** The runs that were handed over, in order. */
  readonly handedOver: () => readonly string[];
  edit(options: StatedOptions): Promise<void>;
}

/** A job whose runs wait, a millisecond after each other: nobody ends one. */
async function aPlace(options: StatedOptions, waiting: number, given: WorldOptions = {}): Promise<Place> {
  const world = createWorld(given);
  await world.define(aDefinition({ options: { whenFull: "queue", ...options } }));
  await world.store.instances.insert(
    Array.from({ length: waiting }, (_, index) =>
      anInstance({
        id: `run-${String(index).padStart(3, "0")}`,
        createdAt: new Date(world.clock.now().getTime() + index),
        reason: { code: "waits_for_slot", parameters: { limit: 1 } },
      }),
    ),
  );
  await world.clock.advance(1000);
  const engine = createEngine({ ...world, tenant: "default" });
  const { jobs } = createScheduler(engine);
  return {
    ...world,
    engine,
    handedOver: () => world.bus.requests.map(({ instanceId }) => instanceId),
    edit: async (patch) => void (await jobs.update("mail.send", patch, 1)),
  };
}

test("the runs that a raised limit has slots for are handed over in their order", async () => {
  const place = await aPlace({ maxConcurrency: 1 }, 5);
  await place.edit({ maxConcurrency: 3 });
  expect(place.handedOver()).toEqual(["run-000", "run-001", "run-002"]);
});

test("all of them are where the limit is gone, however many", async () => {
  const place = await aPlace({ maxConcurrency: 1 }, 600);
  await place.edit({ maxConcurrency: null });
  expect(new Set(place.handedOver()).size).toBe(600);
});

test("where another rate applies the first is, and its worker looks for more", async () => {
  const place = await aPlace({ maxConcurrency: null, rateLimit: { max: 1 } }, 5);
  await place.edit({ rateLimit: { max: 3 } });
  expect(place.handedOver()).toEqual(["run-000"]);
});

test("a limit that the code of the app raises counts as one that is edited", async () => {
  const place = await aPlace({ maxConcurrency: 1 }, 3);
  const job = declareJob({
    key: "mail.send",
    kind: "triggered",
    options: { whenFull: "queue", maxConcurrency: 2 },
    argsSchema: null,
  });
  await place.engine.registry.register("mail", [job], { optionRule: OptionRule.FollowCode });
  expect(place.handedOver()).toEqual(["run-000", "run-001"]);
});

test("another edit hands nothing over", async () => {
  const place = await aPlace({ maxConcurrency: 2 }, 3);
  await place.edit({ maxConcurrency: 1, tags: ["slow"] });
  expect(place.handedOver()).toEqual([]);
});

test("an edit that was written is made, also where the runs cannot be read", async () => {
  const place = await aPlace({ maxConcurrency: 1 }, 3, {
    instances: () => ({ firstWaiting: () => Promise.reject(storeGone()) }),
  });
  await place.edit({ maxConcurrency: 2 });
  expect((await place.cache.get("mail.send"))?.options.maxConcurrency).toBe(2);
  expect(place.errors).toMatchObject([{ code: "store_unavailable" }]);
});
