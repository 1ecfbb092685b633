import { describe, expect, test } from "vitest";
import { anInstance } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { ControlPlane } from "../control/control-plane.ts";
import { createEngine } from "../control/create-engine.ts";
import type { Engine } from "../control/engine.ts";
import { createScheduler } from "../control/create-scheduler.ts";
import { Janitor } from "../duties/janitor.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { OptionLayer, optionLayers } from "../model/option-layers.ts";
import type { JobDefaults, StatedOptions } from "../model/option/job-options.ts";
import type { SchedulerOptions } from "../model/option/scheduler-options.ts";
import type { RegisterOptions } from "../scheduler/job-registry.ts";

/** A process of the tenant: one of several over one store. */
function aProcess(world: World, defaults: JobDefaults = {}): Engine {
  return createEngine({ ...world, tenant: "default", scheduler: { defaults } });
}

async function startPlane(world: World, defaults: JobDefaults): Promise<ControlPlane> {
  const plane = new ControlPlane(aProcess(world, defaults));
  await plane.start();
  return plane;
}

/** Registers a recurring job as a worker does, and resolves to what is in force. */
async function register(
  { registry }: Engine,
  options: StatedOptions = {},
  given: RegisterOptions = {},
): Promise<JobDefinition> {
  const stated = { key: "tick", kind: "recurring", options, argsSchema: null } as const;
  const [result] = await registry.register(
    "clock",
    [registry.declare(stated, await registry.defaults())],
    given,
  );
  if (result === undefined || result.outcome === "refused") throw new Error("It was refused");
  return result.definition;
}

describe("the scheduler's defaults", () => {
  test("reach a worker that was given none, and what it registers again undoes nothing", async () => {
    const world = createWorld();
    await startPlane(world, { retryCount: 4, retention: { maxAgeDays: 7 } });
    const worker = aProcess(world);
    const first = await register(worker, { priority: 1 });
    expect(first.options).toMatchObject({
      retryCount: 4,
      priority: 1,
      retention: { maxAgeDays: 7, maxInstances: 1000 },
    });
    const again = await register(worker, { priority: 1 }, { optionRule: "follow-code" });
    expect(again).toEqual(first);
  });

  test("come before what a worker was given, which has the options they leave out", async () => {
    const world = createWorld();
    await startPlane(world, { retryCount: 4, misfire: { policy: "skip" } });
    const worker = aProcess(world, { retryCount: 9, timeoutMs: 1234, misfire: { graceMs: 7 } });
    const { options } = await register(worker);
    expect(options).toMatchObject({
      retryCount: 4,
      timeoutMs: 1234,
      schedule: { misfire: { policy: "skip", graceMs: 7 } },
    });
  });

  test("reach jobs that were registered before the first control plane, but for what was stated or edited", async () => {
    const world = createWorld();
    const worker = aProcess(world);
    const { revision } = await register(worker, { retryCount: 1 });
    const { jobs } = createScheduler(worker);
    await jobs.update("tick", { timeoutMs: 77 }, revision);
    const { engine } = await startPlane(world, { retryCount: 4, timeoutMs: 1234, timeZone: "Asia/Shanghai" });
    const { definition, differsFromCode } = await createScheduler(engine).jobs.get("tick");
    expect(definition.options).toMatchObject({
      retryCount: 1,
      timeoutMs: 77,
      schedule: { timeZone: "Asia/Shanghai" },
    });
    expect(differsFromCode.map(({ field, code }) => [field, code])).toEqual([["timeoutMs", 1234]]);
    expect(await register(worker, { retryCount: 1 })).toEqual(definition);
  });

  test("reach a job whose registration crossed the start of the first control plane", async () => {
    const world = createWorld();
    const worker = aProcess(world);
    const stated = { key: "tick", kind: "recurring", options: {}, argsSchema: null } as const;
    const job = worker.registry.declare(stated, await worker.registry.defaults());
    await startPlane(world, { retryCount: 4 });
    await worker.registry.register("clock", [job]);
    const { definition } = await createScheduler(worker).jobs.get("tick");
    expect(definition).toMatchObject({ options: { retryCount: 4 }, declared: { retryCount: 4 } });
  });

  test("change nothing that is stored already when a control plane starts with others", async () => {
    const world = createWorld();
    await startPlane(world, { retryCount: 4 });
    const worker = aProcess(world);
    const first = await register(worker);
    await startPlane(world, { retryCount: 5 });
    expect(await register(worker)).toMatchObject({
      revision: first.revision,
      options: { retryCount: 4 },
      declared: { retryCount: 5 },
    });
  });

  test("are refused at the start where an option cannot have them", async () => {
    await expect(startPlane(createWorld(), { retryCount: -1 })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});

describe("optionLayers()", () => {
  test("says of each value in force whether nobody, the defaults, the code or the store states it", async () => {
    const world = createWorld();
    const { engine } = await startPlane(world, {
      retryCount: 4,
      timeoutMs: 1234,
      retention: { maxAgeDays: 7 },
    });
    const { revision } = await register(engine, { cron: "0 * * * * *", misfire: { graceMs: 9 } });
    const { jobs } = createScheduler(engine);
    const { definition } = await jobs.update("tick", { timeoutMs: 77 }, revision);
    const layers = Object.fromEntries(optionLayers(definition));
    expect(layers).toMatchObject({
      retryCount: OptionLayer.Global,
      "retention.maxAgeDays": OptionLayer.Global,
      "retention.maxInstances": OptionLayer.Default,
      timeoutMs: OptionLayer.Stored,
      cron: OptionLayer.Code,
      "misfire.graceMs": OptionLayer.Code,
      "misfire.policy": OptionLayer.Default,
      name: OptionLayer.Default,
    });
    const back = await jobs.update("tick", { timeoutMs: 1234 }, definition.revision);
    expect(optionLayers(back.definition).get("timeoutMs")).toBe(OptionLayer.Global);
    // Other code is shown beside the stored value, which stays.
    const other = await register(engine, { cron: "30 * * * * *", misfire: { graceMs: 9 } });
    expect(optionLayers(other).get("cron")).toBe(OptionLayer.Stored);
    const copied = await jobs.copy("tick", { key: "tock" });
    expect(optionLayers(copied.definition).get("cron")).toBe(OptionLayer.Stored);
    expect(optionLayers(copied.definition).get("retryCount")).toBe(OptionLayer.Global);
  });
});

describe("the retention of a tenant", () => {
  const KEPT = {
    maxInstances: 1000,
    maxSkipped: 100,
    maxAgeDays: 30,
    maxLogs: null,
    maxLogAgeDays: null,
    maxFiles: null,
    maxFileAgeDays: null,
  };

  /** Jobs that state no retention, one in code and one that was made; one that states its age, and one whose age was edited. */
  async function aTenant(before: JobDefaults): Promise<World & { retention(key: string): Promise<object> }> {
    const world = createWorld();
    const { engine } = await startPlane(world, before);
    await register(engine);
    const { jobs } = createScheduler(engine);
    const work = { kind: "code", handler: "tick" };
    await jobs.create({
      key: "made",
      app: "clock",
      kind: "recurring",
      options: { cron: "0 0 3 * * *" },
      work,
    });
    const retention = { maxAgeDays: 5 };
    await jobs.create({ key: "stated", app: "clock", kind: "recurring", options: { retention }, work });
    await jobs.create({ key: "edited", app: "clock", kind: "recurring", work });
    await jobs.update("edited", { retention: { maxAgeDays: 6 } }, 1);
    return {
      ...world,
      retention: async (key) => (await jobs.get(key)).definition.options.retention,
    };
  }

  test("is taken by every job that states none and was not edited, also when it changes later", async () => {
    const tenant = await aTenant({});
    for (const maxAgeDays of [7, 90]) {
      await startPlane(tenant, { retention: { maxAgeDays, maxSkipped: 20 } });
      for (const key of ["tick", "made"])
        expect(await tenant.retention(key)).toEqual({ ...KEPT, maxSkipped: 20, maxAgeDays });
      expect(await tenant.retention("stated")).toEqual({ ...KEPT, maxSkipped: 20, maxAgeDays: 5 });
      expect(await tenant.retention("edited")).toEqual({ ...KEPT, maxSkipped: 20, maxAgeDays: 6 });
    }
  });

  test("is that of the option again where it is left out later, and no job is written twice", async () => {
    const tenant = await aTenant({ retention: { maxAgeDays: 7 } });
    const { engine } = await startPlane(tenant, { retention: { maxInstances: 50 } });
    expect(await tenant.retention("tick")).toEqual({ ...KEPT, maxInstances: 50 });
    const tick = await createScheduler(engine).jobs.get("tick");
    expect(optionLayers(tick.definition).get("retention.maxAgeDays")).toBe(OptionLayer.Default);
    expect(optionLayers(tick.definition).get("retention.maxInstances")).toBe(OptionLayer.Global);
    await startPlane(tenant, { retention: { maxInstances: 50 } });
    expect((await createScheduler(engine).jobs.get("tick")).definition.revision).toBe(
      tick.definition.revision,
    );
  });

  test("is one for each tenant, before that of the deployment; other defaults go with it", async () => {
    const options: SchedulerOptions = {
      defaults: { retryCount: 1, retention: { maxAgeDays: 7, maxSkipped: 20 } },
      tenantDefaults: { acme: { retryCount: 2, retention: { maxAgeDays: 90 } } },
    };
    const kept = await Promise.all(
      ["acme", "globex"].map(async (tenant) => {
        const world = createWorld();
        const engine = createEngine({ ...world, tenant, scheduler: options });
        await new ControlPlane(engine).start();
        const { options: inForce } = await register(engine);
        return { retryCount: inForce.retryCount, retention: inForce.retention };
      }),
    );
    expect(kept).toEqual([
      { retryCount: 2, retention: { ...KEPT, maxAgeDays: 90, maxSkipped: 20 } },
      { retryCount: 1, retention: { ...KEPT, maxAgeDays: 7, maxSkipped: 20 } },
    ]);
  });

  test("is what the janitor goes by", async () => {
    const tenant = await aTenant({});
    await startPlane(tenant, { retention: { maxAgeDays: 7 } });
    const endedAt = tenant.clock.now();
    await tenant.store.instances.insert(
      ["tick", "edited", "stated"].map((jobKey) =>
        anInstance({ id: jobKey, jobKey, state: "Succeeded", completedAt: endedAt }),
      ),
    );
    await tenant.clock.advance(6.5 * 24 * 3_600_000);
    const engine = aProcess(tenant);
    const janitor = new Janitor({ ...engine, store: tenant.store.retention, scripts: tenant.store.scripts });
    expect(await janitor.sweep()).toBe(2);
    expect((await tenant.instances()).map(({ id }) => id)).toEqual(["tick"]);
    await tenant.clock.advance(24 * 3_600_000);
    expect(await janitor.sweep()).toBe(1);
  });
});
