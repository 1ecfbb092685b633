import { afterEach, describe, expect, it } from "vitest";
import { aDefinition, START } from "@mojob/test-fixtures/records";
import { createWorld, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import { InstanceCreator } from "../dispatch/instance-creator.ts";
import { cancelWaiting } from "../model/instance/transitions.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { ReasonCode } from "../model/reason.ts";
import { nextFire } from "../schedule/planner.ts";
import { FiringLoop } from "./firing-loop.ts";
import { readScheduleFacts } from "./read-schedule-facts.ts";
import { type RunningDuties, startDuties } from "./start-duties.ts";

const running: RunningDuties[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((loop) => loop.close()));
});

function startFiring(world: World): () => Promise<void> {
  const { clock, store, dispatcher, onError } = world;
  const creator = new InstanceCreator({ store: store.instances, dispatcher, clock });
  const duties = startDuties([new FiringLoop({ ...world, tenant: "default", creator })], { clock, onError });
  running.push(duties);
  return () => duties.close();
}

/** Seven seconds after the end of the run before. */
const poll: JobDefinition = aDefinition({
  key: "poll",
  kind: "recurring",
  options: { everyMs: 7000, everyFrom: "end", maxConcurrency: null },
});

async function openWorld(definition: JobDefinition = poll, options?: WorldOptions): Promise<World> {
  const world = createWorld(options);
  await world.define(definition);
  return world;
}

/** Seconds after the start at which fires were due, ascending. */
async function firedAt(world: World): Promise<readonly number[]> {
  const runs = await world.instances();
  return runs
    .map(({ trigger }) => (Number(trigger.nominalTime) - START.getTime()) / 1000)
    .toSorted((a, b) => a - b);
}

function idAt(seconds: number): string {
  return `poll@${new Date(START.getTime() + seconds * 1000).toISOString()}`;
}

/** Ends the open run of a fire now. */
async function endRun(world: World, seconds: number): Promise<void> {
  const run = await world.instance(idAt(seconds));
  const end = cancelWaiting(run, world.clock.now(), {
    code: ReasonCode.AppStopped,
    parameters: { by: null, note: null },
  });
  expect(await world.store.instances.update([end])).toEqual([true]);
}

describe("an interval that counts from the end of the run before", () => {
  it("fires once where two loops look after the same stores, and not while its run is open", async () => {
    const world = await openWorld();
    startFiring(world);
    startFiring(world);
    await world.clock.advance(60_000);
    expect(await firedAt(world)).toEqual([7]);
    await endRun(world, 7);
    await world.clock.advance(60_000);
    expect(await firedAt(world)).toEqual([7, 67]);
    expect((await world.instance(idAt(67))).createdAt).toEqual(new Date(START.getTime() + 67_000));
  });

  it("goes on in another process from the end of the run, wherever that came, also where its cursor was not stored", async () => {
    const world = await openWorld();
    const stop = startFiring(world);
    await world.clock.advance(8000);
    await stop();
    await endRun(world, 7);
    await world.clock.advance(4000);
    startFiring(world);
    await world.clock.advance(2000);
    expect(await firedAt(world)).toEqual([7]);
    await world.clock.advance(1000);
    expect(await firedAt(world)).toEqual([7, 15]);
  });

  it("fires once after an outage, however long, and not at all where misfires are skipped", async () => {
    const skipping = aDefinition({
      key: "skipping",
      kind: "recurring",
      options: {
        everyMs: 7000,
        everyFrom: "end",
        maxConcurrency: null,
        misfire: { policy: "skip", graceMs: 5000 },
      },
    });
    const world = await openWorld();
    await world.define(skipping);
    await world.clock.advance(3_600_000);
    startFiring(world);
    await world.clock.advance(0);
    const runs = await world.instances();
    expect(
      runs.map(({ jobKey, state, missed }) => `${jobKey} ${state} ${missed?.count ?? ""}`).toSorted(),
    ).toEqual(["poll Enqueued ", "skipping Skipped 1"]);
    // What was skipped has ended.
    await world.clock.advance(7000);
    expect((await world.instances()).map(({ jobKey }) => jobKey).toSorted()).toEqual([
      "poll",
      "skipping",
      "skipping",
    ]);
  });

  it("makes nothing twice where its process dies before it has kept which run its fire became", async () => {
    let dies = true;
    const world = await openWorld(poll, {
      state: (real) => ({
        set: (key, ...rest) =>
          dies && key.includes("latest-fire") ? Promise.reject(new Error("died")) : real.set(key, ...rest),
      }),
    });
    const stop = startFiring(world);
    await world.clock.advance(7000);
    await stop();
    dies = false;
    startFiring(world);
    await world.clock.advance(60_000);
    expect(await firedAt(world)).toEqual([7]);
    await endRun(world, 7);
    await world.clock.advance(7000);
    expect(await firedAt(world)).toEqual([7, 74]);
  });

  it("goes on where retention has removed its run", async () => {
    const world = await openWorld(poll, {
      instances: (real) => ({
        get: async (tenant, ids) => {
          const found = await real.get(tenant, ids);
          return found.map((run) => (run?.completedAt == null ? run : null));
        },
      }),
    });
    startFiring(world);
    await world.clock.advance(8000);
    await endRun(world, 7);
    await world.clock.advance(14_000);
    const [, next = 0] = await firedAt(world);
    expect(next).toBeGreaterThanOrEqual(15);
    expect(next).toBeLessThan(22);
  });

  it("keeps the end that it has seen, and shows no next fire while the run is open", async () => {
    const world = await openWorld();
    startFiring(world);
    await world.clock.advance(8000);
    const options = { ...world, tenant: "default" };
    const next = async (): Promise<Date | null> =>
      nextFire(poll, world.clock.now(), await readScheduleFacts([poll], options));
    expect(await next()).toBeNull();
    await endRun(world, 7);
    expect(await next()).toEqual(new Date(START.getTime() + 15_000));
    expect(await world.state.list("mojob/default/latest-fire/")).toMatchObject([
      { key: "mojob/default/latest-fire/poll@", value: { runId: idAt(7), endedAt: null } },
    ]);
    await world.clock.advance(6500);
    expect(await world.state.list("mojob/default/latest-fire/")).toMatchObject([
      { value: { endedAt: "2026-01-01T00:00:08.000Z" } },
    ]);
  });
});
