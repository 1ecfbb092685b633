import { describe, expect, test } from "vitest";
import { createWorld, storeGone, type World, type WorldOptions } from "../../fixtures/world.ts";
import type { JsonObject } from "../base/json.ts";
import { JobDefinitionCache } from "./definition-cache.ts";
import { declareStatedJob } from "./declare-job.ts";
import type { DeclaredJob, JobRegistry } from "./job-registry.ts";
import { createJobRegistry } from "./store-registry.ts";

interface Plane {
  readonly world: World;
  readonly registry: JobRegistry;
  /** Another control plane's cache, warm before anything is registered. */
  readonly other: JobDefinitionCache;
}

async function aPlane(options: WorldOptions = {}): Promise<Plane> {
  const world = createWorld(options);
  const { store, state, bus, cache, clock } = world;
  const other = new JobDefinitionCache({
    tenant: "default",
    store: store.definitions,
    state,
    bus,
    createId: () => "event",
    onError: world.onError,
  });
  await other.getAll();
  const registry = createJobRegistry({ tenant: "default", store: store.definitions, cache, clock });
  return { world, registry, other };
}

function aJob(options: unknown = {}, argsSchema: JsonObject | null = null): DeclaredJob {
  return declareStatedJob({ key: "mail.send", kind: "triggered", options, argsSchema });
}

describe("createJobRegistry()", () => {
  test("registers a new job, and every control plane sees it", async () => {
    const { registry, other, world } = await aPlane();
    const [result] = await registry.register("mail", [aJob()]);
    expect(result).toMatchObject({ outcome: "registered", definition: { app: "mail", revision: 1 } });
    expect(await other.getAll()).toEqual([await world.cache.get("mail.send")]);
  });

  test("changes neither record nor revision when the code says the same again", async () => {
    const { registry, world } = await aPlane();
    await registry.register("mail", [aJob({ priority: 1 })]);
    await world.clock.advance(1000);
    const before = await world.cache.get("mail.send");
    const [result] = await registry.register("mail", [aJob({ priority: 1 })]);
    expect(result).toMatchObject({ outcome: "unchanged", definition: { revision: 1 } });
    expect(await world.cache.get("mail.send")).toEqual(before);
  });

  test("says where the stored value wins over the code", async () => {
    const { registry } = await aPlane();
    await registry.register("mail", [aJob({ priority: 1 })]);
    const [result] = await registry.register("mail", [aJob({ priority: 2, tags: ["x"] })]);
    expect(result).toMatchObject({
      outcome: "differs",
      fields: ["priority", "tags"],
      definition: { revision: 1, options: { priority: 1 }, declared: { priority: 2 } },
    });
  });

  test("refuses a key of another app, and leaves the job as it is", async () => {
    const { registry, world } = await aPlane();
    await registry.register("mail", [aJob()]);
    const [result] = await registry.register("billing", [aJob({ priority: 1 }, { type: "string" })]);
    expect(result).toEqual({
      key: "mail.send",
      outcome: "refused",
      message: 'Job "mail.send" belongs to app "mail", not to "billing"',
    });
    expect(await world.cache.get("mail.send")).toMatchObject({ argsSchema: null, declared: { priority: 3 } });
  });

  test("refuses a key whose job is of the other kind", async () => {
    const { registry } = await aPlane();
    await registry.register("mail", [aJob()]);
    const recurring = declareStatedJob({
      key: "mail.send",
      kind: "recurring",
      options: {},
      argsSchema: null,
    });
    expect(await registry.register("mail", [recurring])).toEqual([
      {
        key: "mail.send",
        outcome: "refused",
        message: 'Job "mail.send" is stored as triggered, the code says recurring',
      },
    ]);
  });

  test("refuses two jobs of one key before it writes anything", async () => {
    const { registry, world } = await aPlane();
    await expect(registry.register("mail", [aJob(), aJob()])).rejects.toMatchObject({
      code: "job_key_taken",
    });
    expect(await world.cache.getAll()).toEqual([]);
  });

  test("takes over the arguments' schema from the code, and every control plane checks by it at once", async () => {
    const { registry, other, world } = await aPlane();
    await registry.register("mail", [aJob({}, { type: "string" })]);
    await other.getMany(["mail.send"]);
    await registry.register("mail", [aJob({}, { type: "number" })]);
    expect(await world.cache.get("mail.send")).toMatchObject({ revision: 1, argsSchema: { type: "number" } });
    expect(await other.get("mail.send")).toMatchObject({ revision: 1, argsSchema: { type: "number" } });
  });

  test("makes up for a registration that was stored and could not be announced", async () => {
    let isDown = true;
    const { registry, other } = await aPlane({
      state: (real) => ({
        set: (...entry) => (isDown ? Promise.reject(storeGone()) : real.set(...entry)),
      }),
    });
    await expect(registry.register("mail", [aJob()])).rejects.toMatchObject({ code: "store_unavailable" });
    isDown = false;
    const [again] = await registry.register("mail", [aJob()]);
    expect(again?.outcome).toBe("unchanged");
    expect((await other.getAll()).map(({ key }) => key)).toEqual(["mail.send"]);
  });

  test("answers which keys nobody registered yet, in the order asked", async () => {
    const { registry } = await aPlane();
    await registry.register("mail", [aJob()]);
    expect(await registry.check(["z", "mail.send", "a"])).toEqual(["z", "a"]);
  });
});
