import { FEATURES } from "@mojob/features";
import { expect, it } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { createScheduler } from "./create-scheduler.ts";
import { createEngine } from "./create-engine.ts";

it("measurements() reads each part by itself, for those who may read metrics alone", async () => {
  const world = createWorld();
  await world.define(aDefinition());
  const broken = () => Promise.reject(new Error("The statistics are unavailable"));
  const store = new Proxy(world.store, {
    get(target, name) {
      const part: unknown = Reflect.get(target, name);
      return name === "statistics" ? new Proxy({}, { get: () => broken }) : part;
    },
  });
  const prometheus = { kind: "token", name: "prometheus", permissions: ["metrics:read"] } as const;
  const read = (one: typeof store) =>
    createScheduler(createEngine({ ...world, store: one, tenant: "default", features: FEATURES }))
      .as(prometheus)
      .measurements();
  expect(await read(world.store)).toMatchObject({ overview: { jobs: { total: 1 } }, incidents: { open: 0 } });
  const left = await read(store);
  expect(left.overview).toBeNull();
  expect(left.checks.length).toBeGreaterThan(0);
  expect(left.incidents).toMatchObject({ open: 0 });
});
