import { describe, expect, test } from "vitest";
import { aDefinition, aNewRun, START } from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import type { StatedOptions } from "../model/option/job-options.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { NewRun } from "../model/instance/new-run.ts";
import { InstanceCreator } from "./instance-creator.ts";

const QUEUE: StatedOptions = { maxConcurrency: 1, whenFull: "queue" };

interface FullWorld extends World {
  readonly creator: InstanceCreator;
  /** The ids of the runs that were handed over, but for the one that holds the slot. */
  delivered(): Promise<readonly string[]>;
}

/** A world in which a run holds the one slot of the job's lane. */
async function aFullLane(definition: JobDefinition, options: WorldOptions = {}): Promise<FullWorld> {
  const world = createWorld(options);
  const { store, bus, clock, cache } = world;
  await world.define(definition);
  const creator = new InstanceCreator({ ...world, store: store.instances, cache });
  const holder = aNewRun(definition, { id: "holder" });
  await creator.create([holder]);
  const when = { states: ["Enqueued"] } as const;
  const set = { state: "Processing", attempt: 1, claim: "claim", worker: "worker-1" } as const;
  const change = { tenant: "default", id: "holder", at: START, when, set, append: [] };
  const [answer] = await store.instances.admit([{ change, lane: "mail.send", limit: 1 }]);
  expect(answer?.outcome).toBe("admitted");
  return {
    ...world,
    creator,
    delivered: async () => {
      await clock.settle();
      return bus.requests.map(({ instanceId }) => instanceId).filter((id) => id !== "holder");
    },
  };
}

describe("recordRuns()", () => {
  test("lets a run wait from its creation on where its lane is full, and has nobody deliver it", async () => {
    const job = aDefinition({ options: QUEUE });
    const { creator, instance, delivered } = await aFullLane(job);
    const { instance: created } = await creator.createOne(aNewRun(job));
    expect(created.reason).toEqual({ code: "waits_for_slot", parameters: { limit: 1 } });
    expect(await instance("run-1")).toEqual(created);
    expect(await delivered()).toEqual([]);
  });

  const LATER = new Date(START.getTime() + 1000);
  const PAUSE = { at: START, until: null, note: null };
  test.each<[string, Partial<JobDefinition>, StatedOptions, Partial<NewRun>]>([
    ["whose job skips", {}, { ...QUEUE, whenFull: "skip" }, {}],
    ["whose job replaces older runs", {}, { ...QUEUE, whenFull: "replace" }, {}],
    ["whose job has a rate", {}, { ...QUEUE, rateLimit: { max: 1, perMs: 1000 } }, {}],
    ["of a free lane", {}, { ...QUEUE, maxConcurrency: 2 }, {}],
    ["of an unlimited job", {}, { ...QUEUE, maxConcurrency: null }, {}],
    ["that its schedule fires", {}, QUEUE, { trigger: { type: "cron", nominalTime: START } }],
    ["that is due later", {}, QUEUE, { dueAt: LATER }],
    ["whose job is paused", { pause: PAUSE }, QUEUE, {}],
    ["whose app is paused", { appPause: PAUSE }, QUEUE, {}],
    ["whose executor is chosen", {}, { ...QUEUE, routing: { strategy: "first" } }, {}],
    ["that becomes one for each executor", {}, { ...QUEUE, routing: { strategy: "broadcast" } }, {}],
  ])("has a run %s delivered first", async (_what, overrides, options, run) => {
    const job = aDefinition({ ...overrides, options });
    const { creator, delivered } = await aFullLane(job);
    await creator.create([aNewRun(job, run)]);
    expect(await delivered()).toEqual(["run-1"]);
  });

  test("leaves a run to the workflow that carries it", async () => {
    const job = aDefinition({ options: QUEUE });
    const { creator, instance, delivered } = await aFullLane(job);
    await creator.create([aNewRun(job, { carriedBy: "workflow-7" })]);
    expect((await instance("run-1")).reason).toBe(null);
    expect(await delivered()).toEqual([]);
  });

  test("has a run delivered that waits under a limit which was edited meanwhile: the edit may not have seen it", async () => {
    const job = aDefinition({ options: QUEUE });
    const { creator, instance, delivered, cache } = await aFullLane(job);
    const raised = aDefinition({ options: { ...QUEUE, maxConcurrency: 2 }, revision: 2 });
    expect(await cache.save(raised, 1)).toBe(true);
    await creator.create([aNewRun(job), aNewRun(raised, { id: "run-2" })]);
    expect((await instance("run-1")).reason?.code).toBe("waits_for_slot");
    expect(await delivered()).toEqual(["run-1", "run-2"]);
  });

  test("has a run delivered where it cannot be read whether its job was edited", async () => {
    const job = aDefinition({ options: QUEUE });
    let isDown = false;
    const { creator, delivered } = await aFullLane(job, {
      state: (real) => ({ get: (key) => (isDown ? Promise.reject(storeGone()) : real.get(key)) }),
    });
    isDown = true;
    await creator.create([aNewRun(job)]);
    expect(await delivered()).toEqual(["run-1"]);
  });

  test("has all delivered on a store that has no such write", async () => {
    const job = aDefinition({ options: QUEUE });
    const { creator, instance, delivered } = await aFullLane(job, {
      instances: () => ({ insertOrWait: undefined }) as never,
    });
    await creator.create([aNewRun(job)]);
    expect((await instance("run-1")).reason).toBe(null);
    expect(await delivered()).toEqual(["run-1"]);
  });

  test("returns the run that has the id of another one", async () => {
    const job = aDefinition({ options: QUEUE });
    const { creator, delivered } = await aFullLane(job);
    const [again] = await creator.create([aNewRun(job, { id: "holder" })]);
    expect(again).toMatchObject({ created: false, instance: { id: "holder", state: "Processing" } });
    expect(await delivered()).toEqual([]);
  });
});
