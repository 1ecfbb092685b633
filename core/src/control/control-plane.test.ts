import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, aRunningInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { firingCursorKey } from "../model/name/state-key.ts";
import type { AttemptEnd } from "../running/attempt/run-hooks.ts";
import { planFires } from "../schedule/planner.ts";
import { NO_FACTS } from "../schedule/schedule-facts.ts";
import { adoptRun } from "./adopt-run.ts";
import { ControlPlane } from "./control-plane.ts";
import { createScheduler } from "./create-scheduler.ts";
import { createEngine } from "./create-engine.ts";

async function aPlane(): Promise<World & { readonly plane: ControlPlane }> {
  const world = createWorld();
  await world.define(aDefinition());
  return { ...world, plane: new ControlPlane(createEngine({ ...world, tenant: "default" })) };
}

const carrier = { instanceId: "mine", id: "workflow-7", life: "first" };

test("adoptRun() records a run under the id its carrier names and leaves dispatching it to the carrier", async () => {
  const { plane, clock, bus, instance } = await aPlane();
  await adoptRun(plane.engine, "mail.send", { args: { to: "a" } }, carrier);
  await clock.settle();
  expect(await instance("mine")).toMatchObject({
    state: "Enqueued",
    args: { to: "a" },
    dispatchId: "workflow-7",
  });
  expect(bus.batches).toEqual([]);
});

test("adoptRun() returns the same run for the same execution of its workflow, and refuses another", async () => {
  const { plane } = await aPlane();
  const first = await adoptRun(plane.engine, "mail.send", {}, carrier);
  expect(await adoptRun(plane.engine, "mail.send", {}, carrier)).toEqual(first);
  await expect(adoptRun(plane.engine, "mail.send", {}, { ...carrier, life: "second" })).rejects.toMatchObject(
    {
      code: "idempotency_mismatch",
    },
  );
});

test("adoptRun() records nothing for a job that does not exist", async () => {
  const { plane, instances } = await aPlane();
  await expect(adoptRun(plane.engine, "nobody", {}, carrier)).rejects.toMatchObject({
    code: "job_not_found",
  });
  expect(await instances()).toEqual([]);
});

test("a cancel asks the runtime to forget a waiting run, and leaves a running one to its worker", async () => {
  const { plane, store, runtime } = await aPlane();
  await store.instances.insert([
    anInstance({ state: "Scheduled", scheduledFor: START }),
    anInstance({ id: "run-2", state: "Failed", attempt: 1, retryAt: START }),
    aRunningInstance({ id: "run-3" }),
  ]);
  for (const id of ["run-1", "run-2", "run-3"]) await plane.scheduler.instances.cancel(id);
  expect(runtime.forgotten).toEqual(["run-1", "run-2"]);
});

test("an attempt that no worker began in time is reported to the host's hook, and counted", async () => {
  const world = createWorld();
  await world.define(aDefinition({ options: { waitTimeoutMs: 60_000 } }));
  await world.store.instances.insert([anInstance()]);
  const ends: AttemptEnd[] = [];
  const hooks = { onRunEnd: (end: AttemptEnd) => void ends.push(end) };
  const { engine, duties } = new ControlPlane(createEngine({ ...world, tenant: "default" }), [], hooks);
  await world.clock.advance(60_000);
  await duties.find(({ name }) => name === "wait")?.run(new AbortController().signal);
  expect(ends).toMatchObject([
    { instanceId: "run-1", attempt: 1, outcome: "failed", failure: { code: "no_worker" }, retryAt: null },
  ]);
  expect(engine.metrics.read()[0]?.durations.get("failed")?.count).toBe(1);
});

describe("a job that was paused and resumed", () => {
  /** Seconds at which the job owes a fire, if every missed fire is to be made up for. */
  async function owed({
    plane,
    clock,
  }: World & { readonly plane: ControlPlane }): Promise<readonly number[]> {
    const definitions = await plane.engine.cache.getAll();
    const { fires } = planFires(definitions, { after: START, to: clock.now(), now: clock.now() }, NO_FACTS);
    return fires.map(({ nominalTime }) => (nominalTime.getTime() - START.getTime()) / 1000);
  }

  async function aTickingPlane(): Promise<World & { readonly plane: ControlPlane }> {
    const world = await aPlane();
    const misfire = { policy: "fireAll", graceMs: 1000 } as const;
    await world.define(
      aDefinition({ key: "tick", kind: "recurring", options: { cron: "* * * * * *", misfire } }),
    );
    return world;
  }

  test("still owes what was due before the pause", async () => {
    const world = await aTickingPlane();
    const { plane, clock } = world;
    await clock.advance(2500);
    await plane.scheduler.jobs.pause("tick");
    await clock.advance(2000);
    expect((await plane.scheduler.jobs.resume("tick")).definition.pause).toBe(null);
    await clock.advance(2000);
    expect(await owed(world)).toEqual([1, 2, 5, 6]);
  });

  test("never owes what was due in any of its pauses, and all that was due between them", async () => {
    const world = await aTickingPlane();
    const { plane, clock } = world;
    await clock.advance(1500);
    for (let pauses = 0; pauses < 3; pauses += 1) {
      // The second one is over before it is lifted.
      const until = pauses === 1 ? new Date(clock.now().getTime() + 1000) : null;
      await plane.scheduler.jobs.pause("tick", { until });
      await clock.advance(2000);
      await plane.scheduler.jobs.resume("tick");
      await clock.advance(2000);
    }
    expect(await owed(world)).toEqual([1, 4, 5, 7, 8, 9, 12, 13]);
  });

  async function pauseOften({ plane, clock }: World & { readonly plane: ControlPlane }): Promise<void> {
    for (let pauses = 0; pauses < 60; pauses += 1) {
      await plane.scheduler.jobs.pause("tick");
      await clock.advance(1000);
      await plane.scheduler.jobs.resume("tick");
      await clock.advance(1000);
    }
  }

  test("owes all that was due between its pauses, however many there were since the last fire", async () => {
    const world = await aTickingPlane();
    await world.clock.advance(1500);
    await pauseOften(world);
    expect(await owed(world)).toEqual(Array.from({ length: 61 }, (_, index) => 2 * index + 1));
  });

  test("forgets the pauses that were long over where firing had come to", async () => {
    const world = await aTickingPlane();
    const { plane, clock, state, store } = world;
    await pauseOften(world);
    await clock.advance(3_600_000);
    await state.set(firingCursorKey("default"), clock.now().toISOString());
    await plane.scheduler.jobs.pause("tick");
    const [stored] = await store.definitions.getMany("default", ["tick"]);
    expect(stored?.pause?.earlier).toEqual([]);
    expect(stored?.scheduledSince).toEqual(START);
  });
});

test("a job registered through the scheduler gets the control plane's defaults, whichever caller states it", async () => {
  const scheduler = { defaults: { retryCount: 4, timeoutMs: 1234 } };
  const engine = createEngine({ ...createWorld(), tenant: "default", scheduler });
  const { registry } = createScheduler(engine);
  const stated = { kind: "triggered", argsSchema: null } as const;
  const own = registry.declare(
    { ...stated, key: "own", options: { retryCount: 1 } },
    await registry.defaults(),
  );
  const [registered] = await registry.register("mail", [own]);
  expect(registered).toMatchObject({ definition: { options: { retryCount: 1, timeoutMs: 1234 } } });
});

test("a control plane has the duty to repair where its store says that versions share it", async () => {
  const { plane, ...world } = await aPlane();
  expect(plane.duties.map(({ name }) => name)).not.toContain("repair");
  const repaired: string[] = [];
  const store = {
    ...world.store,
    repair: (tenant: string) => Promise.resolve(repaired.push(tenant)),
  };
  const shared = new ControlPlane(createEngine({ ...world, store, tenant: "default" }));
  await shared.duties.find(({ name }) => name === "repair")?.run(new AbortController().signal);
  expect(repaired).toEqual(["default"]);
});
