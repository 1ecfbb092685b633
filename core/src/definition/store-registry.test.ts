import { describe, expect, test } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import type { JsonObject } from "../base/json.ts";
import { findOwnJob } from "./app/own-key.ts";
import { JobDefinitionCache } from "./definition-cache.ts";
import { declareJob } from "./declare-job.ts";
import type { DeclaredJob, JobRegistry } from "../scheduler/job-registry.ts";
import { PROGRAM } from "../access/requester.ts";
import { Jobs } from "../control/jobs/jobs.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { OptionRule } from "../model/option/option-rule.ts";
import { StoreRegistry } from "./store-registry.ts";

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
  const registry = new StoreRegistry({
    tenant: "default",
    store: store.definitions,
    scripts: store.scripts,
    state,
    cache,
    clock,
  });
  return { world, registry, other };
}

/** As a person does in the panel. */
async function edit(world: World, patch: unknown): Promise<void> {
  const registry = new StoreRegistry({
    ...world,
    tenant: "default",
    store: world.store.definitions,
    scripts: world.store.scripts,
  });
  const workers = (): Promise<[]> => Promise.resolve([]);
  const jobs = new Jobs({ ...world, tenant: "default", registry, workers });
  const { definition } = await jobs.get(PROGRAM, "mail.send");
  await jobs.update(PROGRAM, "mail.send", patch, definition.revision);
}

function aJob(options: unknown = {}, argsSchema: JsonObject | null = null): DeclaredJob {
  return declareJob({ key: "mail.send", kind: "triggered", options, argsSchema });
}

describe("new StoreRegistry()", () => {
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
      fields: ["tags", "priority"],
      definition: { revision: 1, options: { priority: 1 }, declared: { priority: 2 } },
    });
  });

  describe("for an app that follows its code", () => {
    const follows = { optionRule: OptionRule.FollowCode };

    test("gives an option that nobody edited the code's value, and keeps an edited one", async () => {
      const { registry, world, other } = await aPlane();
      await registry.register("mail", [aJob({ priority: 1, retryCount: 0 })], follows);
      await edit(world, { retryCount: 7 });
      const [result] = await registry.register("mail", [aJob({ priority: 2, retryCount: 3 })], follows);
      expect(result).toMatchObject({
        outcome: "updated",
        followed: ["priority"],
        fields: ["retryCount"],
        definition: { options: { priority: 2, retryCount: 7 }, edited: ["retryCount"], revision: 3 },
      });
      expect(await other.get("mail.send")).toMatchObject({ options: { priority: 2, retryCount: 7 } });
      const [again] = await registry.register("mail", [aJob({ priority: 2, retryCount: 3 })], follows);
      expect(again).toMatchObject({
        outcome: "differs",
        fields: ["retryCount"],
        definition: { revision: 3 },
      });
    });

    test("keeps the edited part of an option of parts and follows the other", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob({ retention: { maxInstances: 10, maxAgeDays: 10 } })], follows);
      await edit(world, { retention: { maxAgeDays: 1 } });
      await registry.register("mail", [aJob({ retention: { maxInstances: 20, maxAgeDays: 20 } })], follows);
      const { options } = (await world.cache.get("mail.send")) as JobDefinition;
      expect(options.retention).toMatchObject({ maxInstances: 20, maxSkipped: 100, maxAgeDays: 1 });
    });

    test("follows again what was set back to the code's value", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob({ priority: 1 })], follows);
      await edit(world, { priority: 5 });
      await edit(world, { priority: 1 });
      await registry.register("mail", [aJob({ priority: 2 })], follows);
      expect(await world.cache.get("mail.send")).toMatchObject({ options: { priority: 2 } });
    });

    test("takes what the code had changed before the app began to follow it", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob({ priority: 1 })]);
      await registry.register("mail", [aJob({ priority: 2 })]);
      expect(await world.cache.get("mail.send")).toMatchObject({ options: { priority: 1 } });
      const [result] = await registry.register("mail", [aJob({ priority: 2 })], follows);
      expect(result).toMatchObject({ outcome: "updated", definition: { options: { priority: 2 } } });
    });

    test("owes no fire of a new schedule from before the deploy", async () => {
      const { registry, world } = await aPlane();
      const at = (cron: string): DeclaredJob =>
        declareJob({ key: "close", kind: "recurring", options: { cron }, argsSchema: null });
      await registry.register("mail", [at("0 0 1 * * *")], follows);
      await world.clock.advance(60_000);
      await registry.register("mail", [at("0 0 5 * * *")], follows);
      expect(await world.cache.get("close")).toMatchObject({
        options: { schedule: { cron: "0 0 5 * * *" } },
        scheduledSince: world.clock.now(),
      });
    });

    test("keeps all that is stored where an edit does not fit the code's new schedule", async () => {
      const { registry, world } = await aPlane();
      const from = (startTime: string | null): DeclaredJob =>
        declareJob({
          key: "mail.send",
          kind: "recurring",
          options: { cron: "0 0 1 * * *", startTime },
          argsSchema: null,
        });
      await registry.register("mail", [from(null)], follows);
      await edit(world, { endTime: "2026-06-01T00:00:00Z" });
      const [result] = await registry.register("mail", [from("2026-07-01T00:00:00Z")], follows);
      expect(result).toMatchObject({ outcome: "differs", fields: ["startTime", "endTime"] });
    });

    test("leaves a job alone that was made at run time", async () => {
      const { registry, world } = await aPlane();
      await world.cache.create(aDefinition({ options: { priority: 5 }, origin: "api", inCode: false }));
      await registry.register("mail", [aJob({ priority: 2 })], follows);
      expect(await world.cache.get("mail.send")).toMatchObject({ options: { priority: 5 } });
    });

    test("loses no edit that is made while it registers", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob({ priority: 1, retryCount: 0 })], follows);
      const save = world.cache.save.bind(world.cache);
      let isFirst = true;
      world.cache.save = async (definition, revision) => {
        if (isFirst) {
          isFirst = false;
          await edit(world, { retryCount: 7 });
        }
        return save(definition, revision);
      };
      await registry.register("mail", [aJob({ priority: 2, retryCount: 3 })], follows);
      expect(await world.cache.get("mail.send")).toMatchObject({ options: { priority: 2, retryCount: 7 } });
    });
  });

  describe("for a key that begins with the name of another app", () => {
    const next = (): DeclaredJob =>
      declareJob({ key: "mail.next", kind: "triggered", options: {}, argsSchema: null });

    test("stores the job as <app>/<key>, and leaves the other app the key", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob()]);
      for (const outcome of ["registered", "unchanged"] as const) {
        const [result] = await registry.register("billing", [next()]);
        expect(result).toMatchObject({
          key: "mail.next",
          outcome,
          definition: { app: "billing", key: "billing/mail.next", work: { handler: "mail.next" } },
        });
      }
      expect(await world.cache.get("mail.next")).toBeNull();
      expect(await findOwnJob(world.cache, "billing", "mail.next")).toMatchObject({ app: "billing" });
      const [own] = await registry.register("mail", [aJob(), next()]).then((results) => results.slice(1));
      expect(own).toMatchObject({ outcome: "registered", definition: { app: "mail", key: "mail.next" } });
    });

    test("goes on by the key that it had before that app had a job", async () => {
      const { registry } = await aPlane();
      expect(await registry.register("billing", [next()])).toMatchObject([
        { definition: { key: "mail.next" } },
      ]);
      await registry.register("mail", [aJob()]);
      expect(await registry.register("billing", [next()])).toMatchObject([
        { outcome: "unchanged", definition: { app: "billing", key: "mail.next" } },
      ]);
    });

    test("names its children alike", async () => {
      const { registry } = await aPlane();
      await registry.register("mail", [aJob()]);
      const parent = declareJob({
        key: "billing.close",
        kind: "triggered",
        options: { children: [{ job: "mail.next" }, { job: "mail.send" }] },
        argsSchema: null,
      });
      const [result] = await registry.register("billing", [parent, next()]);
      expect(result).toMatchObject({
        definition: { options: { children: [{ job: "billing/mail.next" }, { job: "mail.send" }] } },
      });
    });
  });

  describe("for a key that another app's job has", () => {
    const ofBilling = aJob({ priority: 1 }, { type: "string" });

    test("stores the job as <app>/<key> with its code's handler, and leaves the other as it is", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob()]);
      for (const outcome of ["registered", "unchanged"] as const) {
        const [result] = await registry.register("billing", [ofBilling]);
        expect(result).toMatchObject({ key: "mail.send", outcome, definition: { key: "billing/mail.send" } });
      }
      expect(await world.cache.get("billing/mail.send")).toMatchObject({
        app: "billing",
        work: { kind: "code", handler: "mail.send" },
        argsSchema: { type: "string" },
      });
      expect(await world.cache.get("mail.send")).toMatchObject({
        app: "mail",
        argsSchema: null,
        declared: { priority: 3 },
      });
    });

    test("keeps its name where the other job is removed", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob()]);
      await registry.register("billing", [ofBilling]);
      await world.cache.remove("mail.send", 1);
      const [result] = await registry.register("billing", [ofBilling]);
      expect(result).toMatchObject({ outcome: "unchanged", definition: { key: "billing/mail.send" } });
      expect(await registry.check(["mail.send"], "billing")).toEqual([]);
      expect(await registry.check(["mail.send"], "mail")).toEqual(["mail.send"]);
    });

    test("does so too where the other app is faster", async () => {
      const { registry, world } = await aPlane();
      // It begins with the name of neither app.
      const nightly = declareJob({ key: "nightly", kind: "triggered", options: {}, argsSchema: null });
      const { getMany } = world.store.definitions;
      let isFirst = true;
      world.store.definitions.getMany = async (...asked) => {
        const found = await getMany.apply(world.store.definitions, asked);
        if (isFirst) {
          isFirst = false;
          await registry.register("mail", [nightly]);
        }
        return found;
      };
      const [result] = await registry.register("billing", [nightly]);
      expect(result).toMatchObject({ outcome: "registered", definition: { key: "billing/nightly" } });
    });

    test("gives the children of its app their names", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob()]);
      const parent = declareJob({
        key: "billing.close",
        kind: "triggered",
        options: { children: [{ job: "mail.send" }, { job: "mail.other" }] },
        argsSchema: null,
      });
      await registry.register("billing", [parent, ofBilling]);
      expect((await world.cache.get("billing.close"))?.options.children).toMatchObject([
        { job: "billing/mail.send" },
        { job: "mail.other" },
      ]);
      const [again] = await registry.register("billing", [parent, ofBilling]);
      expect(again).toMatchObject({ outcome: "unchanged" });
    });

    test("is refused where that name is too long for a key, or one that the app declares as well", async () => {
      const { registry } = await aPlane();
      const aNamed = (key: string): DeclaredJob =>
        declareJob({ key, kind: "triggered", options: {}, argsSchema: null });
      const long = "x".repeat(125);
      await registry.register("mail", [aNamed(long), aJob()]);
      await expect(registry.register("billing", [aNamed(long)])).rejects.toMatchObject({
        code: "invalid_argument",
      });
      await expect(
        registry.register("billing", [ofBilling, aNamed("billing/mail.send")]),
      ).rejects.toMatchObject({ code: "job_key_taken" });
    });

    test("is refused where that name is another job's too", async () => {
      const { registry, world } = await aPlane();
      await registry.register("mail", [aJob()]);
      await world.define(aDefinition({ key: "billing/mail.send", app: "ledger" }));
      const [result] = await registry.register("billing", [ofBilling]);
      expect(result).toEqual({
        key: "mail.send",
        outcome: "refused",
        message: 'Job "billing/mail.send" belongs to app "ledger", not to "billing"',
      });
    });
  });

  test("refuses a key whose job is of the other kind", async () => {
    const { registry } = await aPlane();
    await registry.register("mail", [aJob()]);
    const recurring = declareJob({
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

  test("makes another schema of the arguments a revision that says who and when, and every control plane checks by it at once", async () => {
    const { registry, other, world } = await aPlane();
    await registry.register("mail", [aJob({}, { type: "string" })]);
    await other.getMany(["mail.send"]);
    await world.clock.advance(1000);
    const by = "token:ci";
    const [result] = await registry.register("mail", [aJob({}, { type: "number" })], { by });
    expect(result).toMatchObject({ outcome: "unchanged", argsSchemaChanged: true });
    const changed = {
      revision: 2,
      argsSchema: { type: "number" },
      updatedBy: by,
      updatedAt: world.clock.now(),
    };
    expect(await world.cache.get("mail.send")).toMatchObject(changed);
    expect(await other.get("mail.send")).toMatchObject(changed);
    const [again] = await registry.register("mail", [aJob({}, { type: "number" })]);
    expect(again).toMatchObject({ argsSchemaChanged: false, definition: { revision: 2, updatedBy: by } });
  });

  test("refuses an edit that read the job before its schema changed", async () => {
    const { registry, world } = await aPlane();
    await registry.register("mail", [aJob({}, { type: "string" })]);
    const read = await world.cache.get("mail.send");
    await registry.register("mail", [aJob({}, { type: "number" })]);
    expect(await world.cache.save({ ...read!, revision: 2 }, 1)).toBe(false);
    expect(await world.cache.get("mail.send")).toMatchObject({ argsSchema: { type: "number" } });
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

  test("returns the keys that are not registered yet, in the order asked", async () => {
    const { registry } = await aPlane();
    await registry.register("mail", [aJob()]);
    expect(await registry.check(["z", "mail.send", "a"])).toEqual(["z", "a"]);
  });
});
