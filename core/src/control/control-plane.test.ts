import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, aRunningInstance, START } from "../../fixtures/records.ts";
import { createWorld, type World } from "../../fixtures/world.ts";
import { firingCursorKey } from "../firing/firing-loop.ts";
import { planFires } from "../firing/planner.ts";
import { ControlPlane } from "./control-plane.ts";

async function aPlane(): Promise<World & { readonly plane: ControlPlane }> {
  const world = createWorld();
  await world.define(aDefinition());
  return { ...world, plane: new ControlPlane({ ...world, tenant: "default", scheduler: {}, code: null }) };
}

const carrier = { instanceId: "mine", id: "workflow-7", life: "first" };

test("adopt() records a run under the id its carrier says and leaves carrying it to the carrier", async () => {
  const { plane, clock, runtime, instance } = await aPlane();
  await plane.adopt("mail.send", { args: { to: "a" } }, carrier);
  await clock.settle();
  expect(await instance("mine")).toMatchObject({
    state: "Enqueued",
    args: { to: "a" },
    dispatchId: "workflow-7",
  });
  expect(runtime.batches).toEqual([]);
});

test("adopt() answers the same run to the same life of its carrier, and refuses another", async () => {
  const { plane } = await aPlane();
  const first = await plane.adopt("mail.send", {}, carrier);
  expect(await plane.adopt("mail.send", {}, carrier)).toEqual(first);
  await expect(plane.adopt("mail.send", {}, { ...carrier, life: "second" })).rejects.toMatchObject({
    code: "idempotency_mismatch",
  });
});

test("adopt() records nothing for a job that does not exist", async () => {
  const { plane, instances } = await aPlane();
  await expect(plane.adopt("nobody", {}, carrier)).rejects.toMatchObject({ code: "job_not_found" });
  expect(await instances()).toEqual([]);
});

test("a cancel tells the runtime to forget what waited, and leaves a running one to its worker", async () => {
  const { plane, store, runtime } = await aPlane();
  await store.instances.insert([
    anInstance({ state: "Scheduled", scheduledFor: START }),
    anInstance({ id: "run-2", state: "Failed", attempt: 1, retryAt: START }),
    aRunningInstance({ id: "run-3" }),
  ]);
  for (const id of ["run-1", "run-2", "run-3"]) await plane.scheduler.instances.cancel(id);
  expect(runtime.forgotten).toEqual(["run-1", "run-2"]);
});

describe("a job that was paused and resumed", () => {
  /** Seconds at which the job owes a fire, as seen by whoever has to make up for everything. */
  async function owed({
    plane,
    clock,
  }: World & { readonly plane: ControlPlane }): Promise<readonly number[]> {
    const definitions = await plane.cache.getAll();
    const { fires } = planFires(definitions, { after: START, to: clock.now(), now: clock.now() });
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

  test("owes all that was due between its pauses, however many there were since somebody fired", async () => {
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
