import { describe, expect, test, vi } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import { createWorld, storeGone, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import type { IMoEventBus, MoEvent } from "../ports/event-bus.ts";
import { definitionsTopic } from "../model/name/channel.ts";
import { JobDefinitionCache } from "./definition-cache.ts";
import type { JobDefinition } from "../model/job-definition.ts";

interface Reader {
  readonly cache: JobDefinitionCache;
  /** What it asked the store for, call by call. */
  readonly loads: (readonly string[])[];
}

/** Another process's cache over the same stores. */
function aReader({ store, state, bus }: World): Reader {
  const loads: (readonly string[])[] = [];
  const definitions = withMethods(store.definitions, {
    getMany: (tenant, keys) => {
      loads.push(keys);
      return store.definitions.getMany(tenant, keys);
    },
    getAll: (tenant) => {
      loads.push(["*"]);
      return store.definitions.getAll(tenant);
    },
  });
  const createId = (): string => "event";
  return {
    cache: new JobDefinitionCache({
      tenant: "default",
      store: definitions,
      state,
      bus,
      createId,
      onError: () => {},
    }),
    loads,
  };
}

function edited(definition: JobDefinition, priority: number): JobDefinition {
  return {
    ...definition,
    revision: definition.revision + 1,
    options: { ...definition.options, priority },
  };
}

const a = aDefinition({ key: "a" });
const b = aDefinition({ key: "b" });
const c = aDefinition({ key: "c" });

async function aWorldWithThree(options: WorldOptions = {}): Promise<World> {
  const world = createWorld(options);
  await world.define(a, b, c);
  return world;
}

describe("JobDefinitionCache", () => {
  test("returns `null` for a key that is not registered, and sees it once it is", async () => {
    const world = await aWorldWithThree();
    const { cache } = aReader(world);
    expect(await cache.get("d")).toBeNull();
    await world.define(aDefinition({ key: "d" }));
    expect((await cache.get("d"))?.key).toBe("d");
  });

  test("returns many, leaving out those that do not exist", async () => {
    const { cache } = aReader(await aWorldWithThree());
    expect([...(await cache.getMany(["c", "x", "a"])).keys()]).toEqual(["c", "a"]);
  });

  test("asks the store once for what does not change", async () => {
    const { cache, loads } = aReader(await aWorldWithThree());
    await cache.getAll();
    await cache.getMany(["a", "b"]);
    await cache.get("c");
    await cache.getAll();
    expect(loads).toEqual([["*"]]);
  });

  test("reads once for all calls that come during a read, and shows them what was saved before", async () => {
    const world = await aWorldWithThree();
    const held = Promise.withResolvers<void>();
    let looks = 0;
    const state = withMethods(world.state, {
      get: async (key) => {
        looks += 1;
        const entry = await world.state.get(key);
        if (looks === 2) await held.promise;
        return entry;
      },
    });
    const { cache } = aReader({ ...world, state });
    await cache.getAll();
    const first = cache.get("a");
    await world.cache.save(edited(a, 1), 1);
    const later = [cache.get("a"), cache.get("b"), cache.getMany(["a", "c"])] as const;
    held.resolve();
    await first;
    const [one, other, many] = await Promise.all(later);
    expect([one?.revision, other?.revision, many.get("a")?.revision]).toEqual([2, 1, 2]);
    expect(looks).toBe(3);
  });

  test("looks at one key, however many jobs are asked for, where nothing was saved since", async () => {
    const world = await aWorldWithThree();
    const looks: string[] = [];
    const state = withMethods(world.state, {
      get: (key) => {
        looks.push(`get ${key}`);
        return world.state.get(key);
      },
      getMany: (keys) => {
        looks.push(`getMany ${keys.length}`);
        return world.state.getMany(keys);
      },
      list: (prefix) => {
        looks.push(`list ${prefix}`);
        return world.state.list(prefix);
      },
    });
    const { cache } = aReader({ ...world, state });
    await cache.getAll();
    await cache.getMany(["a", "b", "c"]);
    looks.length = 0;
    await cache.getMany(["a", "b", "c"]);
    await cache.getAll();
    expect(looks).toEqual(["get mojob/default/pending", "get mojob/default/pending"]);
    await world.cache.save(edited(b, 1), 1);
    looks.length = 0;
    expect((await cache.getMany(["a", "b"])).get("b")?.revision).toBe(2);
    await cache.getMany(["b", "a"]);
    expect(looks).toEqual(["get mojob/default/pending", "getMany 2", "get mojob/default/pending"]);
  });

  test("reloads exactly the keys that were saved elsewhere, before it uses them", async () => {
    const world = await aWorldWithThree();
    const { cache, loads } = aReader(world);
    await cache.getAll();
    await world.cache.save(edited(b, 1), 1);
    loads.length = 0;
    expect((await cache.get("a"))?.options.priority).toBe(3);
    expect(loads).toEqual([]);
    const all = await cache.getMany(["a", "b", "c"]);
    expect(all.get("b")).toMatchObject({ revision: 2, options: { priority: 1 } });
    expect(loads).toEqual([["b"]]);
  });

  test("sees a save in the list of all too, and a job that is new there", async () => {
    const world = await aWorldWithThree();
    const { cache, loads } = aReader(world);
    await cache.getAll();
    await world.cache.save(edited(b, 1), 1);
    await world.define(aDefinition({ key: "d" }));
    loads.length = 0;
    const all = await cache.getAll();
    expect(all.map(({ key, revision }) => [key, revision])).toEqual([
      ["a", 1],
      ["b", 2],
      ["c", 1],
      ["d", 1],
    ]);
    expect(loads).toEqual([["b", "d"]]);
  });

  test("lets any number of readers reload the same change", async () => {
    const world = await aWorldWithThree();
    const readers = [aReader(world), aReader(world), aReader(world)];
    for (const { cache } of readers) await cache.getAll();
    await world.cache.save(edited(a, 5), 1);
    for (const { cache } of readers) expect((await cache.get("a"))?.options.priority).toBe(5);
  });

  test("knows its own save at once", async () => {
    const world = await aWorldWithThree();
    expect(await world.cache.save(edited(a, 5), 1)).toBe(true);
    expect(await world.cache.get("a")).toMatchObject({ revision: 2, options: { priority: 5 } });
  });

  test("refuses a save over a revision it has not seen, and returns the newer one from then on", async () => {
    const world = await aWorldWithThree();
    const { cache } = aReader(world);
    await cache.getAll();
    await world.store.definitions.replace(edited(a, 5), 1);
    expect(await cache.save(edited(a, 1), 1)).toBe(false);
    expect(await cache.get("a")).toMatchObject({ revision: 2, options: { priority: 5 } });
  });

  test("makes up for a save that was stored and could not be announced, once its caller tries again", async () => {
    let isDown = false;
    const world = await aWorldWithThree({
      state: (real) => ({ set: (...entry) => (isDown ? Promise.reject(storeGone()) : real.set(...entry)) }),
    });
    const { cache } = aReader(world);
    await cache.getAll();
    isDown = true;
    await expect(world.cache.save(edited(a, 5), 1)).rejects.toMatchObject({ code: "store_unavailable" });
    isDown = false;
    await world.cache.save(edited(a, 5), 1);
    expect((await cache.get("a"))?.options.priority).toBe(5);
  });

  test("sees the newest of two saves whose marks come in the wrong order", async () => {
    const held: (() => void)[] = [];
    let holdsMarks = false;
    const world = await aWorldWithThree({
      state: (real) => ({
        async set(...entry) {
          if (holdsMarks && entry[0].endsWith("/a")) await new Promise<void>((resolve) => held.push(resolve));
          return real.set(...entry);
        },
      }),
    });
    const reader = aReader(world).cache;
    holdsMarks = true;
    const first = edited(a, 1);
    const slow = world.cache.save(first, 1);
    await world.clock.settle();
    // Loaded between the two writes: what the late mark says is what this reader has.
    await reader.getAll();
    const fast = aReader(world).cache.save(edited(first, 2), 2);
    await world.clock.settle();
    held.pop()?.();
    await fast;
    held.pop()?.();
    await slow;
    expect((await reader.get("a"))?.options.priority).toBe(2);
    expect((await world.cache.get("a"))?.options.priority).toBe(2);
  });

  test("keeps the newer of two loads that come back in the wrong order", async () => {
    const world = await aWorldWithThree();
    const releases: (() => void)[] = [];
    const definitions = withMethods(world.store.definitions, {
      async getAll(tenant) {
        const found = await world.store.definitions.getAll(tenant);
        await new Promise<void>((resolve) => releases.push(resolve));
        return found;
      },
    });
    const { state, bus } = world;
    const createId = (): string => "event";
    const cache = new JobDefinitionCache({
      tenant: "default",
      store: definitions,
      state,
      bus,
      createId,
      onError: () => {},
    });
    const older = cache.getAll();
    await world.clock.settle();
    await world.cache.save(edited(a, 5), 1);
    const newer = cache.get("a");
    expect((await newer)?.revision).toBe(2);
    releases[0]?.();
    expect((await older).find(({ key }) => key === "a")?.revision).toBe(2);
  });

  describe("announces changes", () => {
    test("with JobDefinitionsChangedEvent on the tenant's topic", async () => {
      const world = await aWorldWithThree();
      const events: MoEvent[] = [];
      await world.bus.subscribe(definitionsTopic("default"), (delivered) => void events.push(...delivered));
      await world.cache.save(edited(b, 1), 1);
      await world.clock.settle();
      expect(events).toEqual([
        {
          id: expect.any(String),
          type: "JobDefinitionsChanged",
          payload: { tenant: "default", changes: [{ key: "b", revision: 2 }] },
        },
      ]);
    });

    test("to who listens here, and to who listens at a cache that hears the event", async () => {
      const world = await aWorldWithThree();
      const { cache } = aReader(world);
      await cache.getAll();
      const here: (readonly string[])[] = [];
      const there: (readonly string[])[] = [];
      world.cache.onChange((keys) => here.push(keys));
      const stop = cache.onChange((keys) => there.push(keys));
      const subscription = await cache.subscribe();
      await world.cache.save(edited(b, 1), 1);
      await world.clock.settle();
      expect([here, there]).toEqual([[["b"]], [["b"]]]);
      stop();
      await world.cache.save(edited(c, 1), 1);
      await world.clock.settle();
      expect(there).toEqual([["b"]]);
      await subscription.close();
    });

    test("once, when an event comes twice", async () => {
      const world = await aWorldWithThree();
      const { cache } = aReader(world);
      await cache.getAll();
      const told: (readonly string[])[] = [];
      cache.onChange((keys) => told.push(keys));
      await cache.subscribe();
      await world.cache.save(edited(b, 1), 1);
      await world.clock.settle();
      const payload = { tenant: "default", changes: [{ key: "b", revision: 2 }] };
      await world.bus.publish(definitionsTopic("default"), [
        { id: "again", type: "JobDefinitionsChanged", payload },
      ]);
      await world.clock.settle();
      expect(told).toEqual([["b"]]);
    });

    test("and a change whose event was lost is still seen", async () => {
      const world = await aWorldWithThree();
      const { cache } = aReader(world);
      await cache.getAll();
      const deaf = withMethods<IMoEventBus>(world.bus, {
        publish: () => Promise.reject(new Error("The bus does not answer")),
      });
      const { store, state } = world;
      const createId = (): string => "event";
      const writer = new JobDefinitionCache({
        tenant: "default",
        store: store.definitions,
        state,
        bus: deaf,
        createId,
        onError: world.onError,
      });
      expect(await writer.save(edited(a, 5), 1)).toBe(true);
      expect(world.errors).toMatchObject([{ message: "The bus does not answer" }]);
      expect((await cache.get("a"))?.options.priority).toBe(5);
    });
  });

  test("keeps tenants apart", async () => {
    const world = await aWorldWithThree();
    const { store, state, bus } = world;
    const createId = (): string => "event";
    const other = new JobDefinitionCache({
      tenant: "other",
      store: store.definitions,
      state,
      bus,
      createId,
      onError: () => {},
    });
    expect(await other.getAll()).toEqual([]);
    expect(await other.get("a")).toBeNull();
  });

  test("forgets a removed definition for every reader, also for one that loads it at that moment", async () => {
    const world = await aWorldWithThree();
    const { cache } = aReader(world);
    const held = Promise.withResolvers<void>();
    let isHeld = true;
    const slow = new JobDefinitionCache({
      tenant: "default",
      store: withMethods(world.store.definitions, {
        getMany: async (tenant, keys) => {
          const found = await world.store.definitions.getMany(tenant, keys);
          if (isHeld) await held.promise;
          return found;
        },
      }),
      state: world.state,
      bus: world.bus,
      createId: () => "event",
      onError: () => {},
    });
    await cache.getAll();
    const loading = slow.get("a");
    await vi.waitFor(() => world.state.get("any"));
    expect(await world.cache.remove("a", 1)).toBe(true);
    isHeld = false;
    held.resolve();
    await loading;
    for (const reader of [cache, slow, world.cache]) {
      expect(await reader.get("a")).toBeNull();
      expect((await reader.getAll()).map(({ key }) => key)).toEqual(["b", "c"]);
    }
  });

  test("remove() of another revision removes nothing", async () => {
    const world = await aWorldWithThree();
    expect(await world.cache.remove("a", 2)).toBe(false);
    expect((await world.cache.get("a"))?.revision).toBe(1);
    expect(await world.cache.remove("a", 1)).toBe(true);
    expect(await world.cache.remove("a", 1)).toBe(false);
  });

  test("create() under a key that was in use goes on counting revisions, and every reader sees the new job", async () => {
    const world = await aWorldWithThree();
    const { cache } = aReader(world);
    await cache.getAll();
    await world.cache.save(edited(a, 1), 1);
    await cache.get("a");
    await world.cache.remove("a", 2);
    const created = await world.cache.create(aDefinition({ key: "a", app: "other" }));
    expect(created?.revision).toBeGreaterThan(2);
    expect(await cache.get("a")).toEqual(created);
    expect(await world.cache.create(aDefinition({ key: "a" }))).toBeNull();
    expect(await world.cache.save(edited(a, 1), 1)).toBe(false);
  });

  test("a reader that slept until the mark of the removal expired sees the job that has the key now", async () => {
    const world = await aWorldWithThree();
    const { cache } = aReader(world);
    await world.cache.save(edited(a, 1), 1);
    await cache.getAll();
    await world.cache.remove("a", 2);
    await world.state.delete("mojob/default/pending/a");
    const later = new Date(a.createdAt.getTime() + 1);
    const created = await world.cache.create(aDefinition({ key: "a", app: "other", createdAt: later }));
    expect(created?.revision).toBe(1);
    expect(await cache.get("a")).toEqual(created);
    expect(await cache.getAll()).toContainEqual(created);
  });
});
