import { createEngine, createScheduler, type Engine } from "@mojob/core/engine";
import { runOf, schedulesOf } from "@mojob/core/feature";
import type { IMoInstanceStore, IMoRecordStore } from "@mojob/core/ports";
import { aDefinition } from "@mojob/test-fixtures/records";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { expect, it } from "vitest";
import { FORECAST } from "./mod.ts";

const AN_HOUR_MS = 3_600_000;
const HOURS = 4;

class Crash extends Error {}

/** A process that dies at a call of a store, before or after it was done. */
function mortal({ store }: World, lives: { left: number; readonly isAfter: boolean }): Engine["store"] {
  const dying =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      lives.left -= 1;
      if (lives.left === 0 && !lives.isAfter) throw new Crash();
      const result = await call(...args);
      if (lives.left === 0) throw new Crash();
      return result;
    };
  const instances = withMethods<IMoInstanceStore>(store.instances, {
    insert: dying((runs) => store.instances.insert(runs)),
    get: dying((tenant, ids) => store.instances.get(tenant, ids)),
  });
  const records: Engine["store"]["records"] = (definition) => {
    const real = store.records(definition);
    return withMethods<IMoRecordStore<never, never>>(real as never, {
      put: dying((items) => real.put(items)),
    }) as never;
  };
  return withMethods(store, { instances, records });
}

const decision = fc.record({
  hour: fc.integer({ min: 1, max: HOURS }),
  action: fc.constantFrom("skip", "run", "move"),
  /** At which call the process dies that decides; 0 is never. */
  diesAt: fc.integer({ min: 0, max: 6 }),
  isAfter: fc.boolean(),
  /** Whether another one decides at the same instant. */
  isTwice: fc.boolean(),
});

it("each fire has one run or record, whichever process dies while it is decided, and forecasts say which it is", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(decision, { minLength: 1, maxLength: 5 }), async (decisions) => {
      const world = createWorld();
      const job = aDefinition({ key: "hourly", kind: "recurring", options: { cron: "0 0 * * * *" } });
      await world.define(job);
      const now = world.clock.now().getTime();
      const at = (hour: number): Date => new Date(now + hour * AN_HOUR_MS);
      const schedulerOf = (store: Engine["store"]) =>
        createScheduler(createEngine({ ...world, store, tenant: "default", features: [FORECAST] }));
      const decidedTo = new Map<number, string>();
      for (const { hour, action, diesAt, isAfter, isTwice } of decisions) {
        const request = {
          at: at(hour).toISOString(),
          action,
          ...(action === "move" && { to: at(HOURS + 2).toISOString() }),
        };
        const doomed = schedulerOf(mortal(world, { left: diesAt, isAfter }));
        const acts = [doomed, ...(isTwice ? [schedulerOf(world.store)] : [])];
        const ended = await Promise.allSettled(acts.map(({ forecasts }) => forecasts.act("hourly", request)));
        if (ended.some(({ status }) => status === "fulfilled"))
          decidedTo.set(hour, decidedTo.get(hour) ?? action);
      }
      const [run] = await world.store.instances.get("default", [`hourly@${at(1).toISOString()}`]);
      expect(run === null || run?.trigger.type === "cron").toBe(true);
      const before = await world.instances();
      const { forecasts } = schedulerOf(world.store);
      const { buckets } = await forecasts.forecast({
        from: new Date(now + 1),
        to: new Date(now + (HOURS + 1) * AN_HOUR_MS),
        bucketMs: 1000,
      });
      const ids = new Set(before.map(({ id }) => id));
      const forecast = buckets.reduce((sum, { fires }) => sum + fires, 0);
      // What was decided fires no more; what nobody decided, or died over, still does.
      expect(forecast).toBe(HOURS - ids.size);
      for (const [hour] of decidedTo) expect(ids).toContain(`hourly@${at(hour).toISOString()}`);
      // The firing loop comes to each time.
      const [schedule] = schedulesOf(job.options.schedule!);
      for (let hour = 1; hour <= HOURS; hour += 1) {
        const fire = {
          definition: job,
          schedule: schedule!,
          nominalTime: at(hour),
          at: at(hour),
          movedTo: null,
        };
        await world.creator.create([runOf(fire, null)]);
      }
      const after = await world.instances();
      expect(after.map(({ id }) => id).sort()).toEqual(
        Array.from({ length: HOURS }, (_, hour) => `hourly@${at(hour + 1).toISOString()}`).sort(),
      );
      for (const one of before) expect(after.find(({ id }) => id === one.id)?.state).toBe(one.state);
    }),
    { numRuns: 150 },
  );
});
