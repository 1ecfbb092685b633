import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { sleep } from "../base/clock.ts";
import { createWorld, storeGone, type World } from "@mojob/test-fixtures/world";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { RetentionOptions } from "../model/option/value/retention-options.ts";
import { Janitor } from "./janitor.ts";
import { startDuties } from "./start-duties.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;

function ended(id: string, daysAgo: number, overrides: Partial<JobInstance> = {}): JobInstance {
  const at = new Date(START.getTime() - daysAgo * A_DAY_MS);
  return anInstance({ id, state: "Succeeded", createdAt: at, updatedAt: at, completedAt: at, ...overrides });
}

async function aPlace(retention: Partial<RetentionOptions>, ...runs: JobInstance[]) {
  let isDown = false;
  const limits: number[] = [];
  const world: World = createWorld({
    retention: (real) => ({
      sweep(query) {
        limits.push(query.limit);
        return isDown ? Promise.reject(storeGone()) : real.sweep(query);
      },
    }),
  });
  await world.define(aDefinition({ options: { retention } }));
  await world.store.instances.insert(runs);
  const janitor = new Janitor({
    ...world,
    store: world.store.retention,
    scripts: world.store.scripts,
    tenant: "default",
  });
  const left = async (): Promise<readonly string[]> => (await world.instances()).map(({ id }) => id).sort();
  return {
    ...world,
    janitor,
    left,
    limits,
    fail: (fails: boolean) => {
      isDown = fails;
    },
  };
}

describe("Janitor", () => {
  test("removes what is older than the job keeps, and keeps what has not ended however old", async () => {
    const old = ended("open", 99, { state: "Enqueued", completedAt: null });
    const place = await aPlace({ maxAgeDays: 2 }, ended("a", 3), ended("b", 1), old);
    expect(await place.janitor.sweep()).toBe(1);
    expect(await place.left()).toEqual(["b", "open"]);
  });

  test("removes the oldest beyond the number the job keeps", async () => {
    const place = await aPlace({ maxInstances: 2 }, ended("a", 3), ended("b", 2), ended("c", 1));
    expect(await place.janitor.sweep()).toBe(1);
    expect(await place.left()).toEqual(["b", "c"]);
  });

  test("sweeps in bounded pieces until all is done", async () => {
    const runs = Array.from({ length: 2500 }, (_, index) => ended(`run-${index}`, 3));
    const place = await aPlace({ maxAgeDays: 1 }, ...runs);
    expect(await place.janitor.sweep()).toBe(2500);
    expect(place.limits).toEqual([1000, 1000, 1000]);
  });

  test("goes on where broadcasts took it beyond the bound of a piece", async () => {
    const broadcasts = Array.from({ length: 3 }, (_, fire) => [
      ended(`fire-${fire}`, 3),
      ...Array.from({ length: 600 }, (__, shard) =>
        ended(`fire-${fire}/${shard}`, 3, { trigger: { type: "broadcast", of: `fire-${fire}` } }),
      ),
    ]);
    const place = await aPlace({ maxAgeDays: 1 }, ...broadcasts.flat());
    expect(await place.janitor.sweep()).toBe(3 * 601);
    expect(await place.left()).toEqual([]);
  });

  test("takes a bounded time each round, and the next round goes on with the job that had no turn", async () => {
    const swept: string[] = [];
    const world = createWorld({
      retention: () => ({
        sweep: async ({ jobKey }) => {
          swept.push(jobKey);
          await sleep(world.clock, 40);
          return 0;
        },
      }),
    });
    await world.define(...["a", "b", "c", "d", "e"].map((key) => aDefinition({ key })));
    const janitor = new Janitor({
      ...world,
      store: world.store.retention,
      scripts: world.store.scripts,
      tenant: "default",
    });
    const duties = startDuties([janitor], world);
    await world.clock.advance(2500);
    expect(swept).toEqual(["a", "b", "c"]);
    await world.clock.advance(2500);
    expect(swept.slice(3)).toEqual(["d", "e", "a"]);
    await duties.close();
  });

  test("counts skipped runs apart, so that they do not push out what ran", async () => {
    const skipped = ["b", "c", "d"].map((id, index) => ended(id, 3 - index, { state: "Skipped" }));
    const place = await aPlace({ maxInstances: 1, maxSkipped: 2 }, ended("a", 4), ...skipped);
    expect(await place.janitor.sweep()).toBe(1);
    expect(await place.left()).toEqual(["a", "c", "d"]);
  });

  test("obeys a retention that was edited, at its next round", async () => {
    const place = await aPlace({}, ended("a", 3));
    const duties = startDuties([place.janitor], place);
    await place.clock.advance(10_000);
    expect(await place.left()).toEqual(["a"]);
    const { options, ...definition } = aDefinition();
    const edited = { ...options, retention: { ...options.retention, maxAgeDays: 1 } };
    await place.cache.save({ ...definition, options: edited, revision: 2 }, 1);
    await place.clock.advance(10_000);
    expect(await place.left()).toEqual([]);
    await duties.close();
  });

  test("reports a round that failed, goes on, and stops when it is closed", async () => {
    const place = await aPlace({ maxAgeDays: 1 }, ended("a", 3));
    place.fail(true);
    const duties = startDuties([place.janitor], place);
    await place.clock.advance(3000);
    expect(place.errors).toMatchObject([{ code: "store_unavailable" }]);
    place.fail(false);
    await place.clock.advance(10_000);
    expect(await place.left()).toEqual([]);
    await duties.close();
    const rounds = place.limits.length;
    await place.clock.advance(60_000);
    expect([place.limits.length, place.clock.pending]).toEqual([rounds, 0]);
  });
});
