import { describe, expect, test } from "vitest";
import { createWorld, type World } from "../../fixtures/world.ts";
import { ControlPlane } from "../control/control-plane.ts";
import { createEngine, type Engine } from "../control/engine.ts";
import { createScheduler } from "../control/create-scheduler.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { OptionLayer, optionLayers } from "../model/option-layers.ts";
import type { JobDefaults, StatedOptions } from "../model/option/job-options.ts";
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
