import { FEATURES } from "@mojob/features";
import { expect, test } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { JobDefinitionCache } from "../definition/definition-cache.ts";
import { createEngine } from "./create-engine.ts";
import { createScheduler } from "./create-scheduler.ts";
import { StoreGuard } from "./store-guard.ts";

function aPlace() {
  const before = createWorld();
  const after = createWorld();
  const current = { world: before, identity: "first", restored: 0 };
  const warnings: string[] = [];
  const store = {
    identify: () => Promise.resolve(current.identity),
    get definitions() {
      return current.world.store.definitions;
    },
  };
  const state = new Proxy(before.state, {
    get: (_, name) => Reflect.get(current.world.state, name).bind(current.world.state),
  });
  const cache = new JobDefinitionCache({
    tenant: "default",
    store: new Proxy(before.store.definitions, {
      get: (_, name) =>
        Reflect.get(current.world.store.definitions, name).bind(current.world.store.definitions),
    }),
    state,
    bus: before.bus,
    createId: () => "event",
    onError: () => {},
  });
  const guard = new StoreGuard({
    tenant: "default",
    store,
    state,
    cache,
    clock: before.clock,
    onWarning: (warning) => warnings.push(warning),
    onRestored: async () => void (current.restored += 1),
  });
  return { before, after, current, cache, guard, warnings };
}

test("definitions are stored again when the store has lost everything, edits included, and the operator is told", async () => {
  const { before, after, current, cache, guard, warnings } = aPlace();
  await before.define(aDefinition({ key: "mail.send", revision: 1 }));
  await before.define(aDefinition({ key: "mail.read" }));
  await guard.look();
  const [edited] = await cache.getAll();
  if (edited !== undefined) await cache.save({ ...edited, revision: 2 }, 1);
  await guard.look();
  const kept = await cache.getAll();
  expect(warnings).toEqual([]);

  Object.assign(current, { world: after, identity: "second" });
  // What reads meanwhile finds nothing.
  await cache.getMany(["mail.send", "mail.read"]);
  await guard.look();
  const restored = await after.store.definitions.getAll("default");
  const edits = (all: typeof kept) => all.map(({ key, revision }) => `${key} ${revision}`).toSorted();
  expect(edits(restored)).toEqual(edits(kept));
  expect((await cache.getMany(["mail.send"])).has("mail.send")).toBe(true);
  expect([current.restored, warnings.length]).toEqual([1, 1]);

  const engine = createEngine({ ...after, tenant: "default", features: FEATURES });
  const items = await createScheduler(engine).incidents.attention();
  expect(items.find(({ kind }) => kind === "store_restored")).toMatchObject({ total: 2 });
  await guard.look();
  expect(warnings).toHaveLength(1);
});

test("a store that cannot disappear is left alone", async () => {
  const world = createWorld();
  const { store, state, cache, clock } = world;
  const guard = new StoreGuard({ tenant: "default", store, state, cache, clock, onWarning: () => {} });
  await guard.look();
  expect(await store.definitions.getAll("default")).toEqual([]);
});
