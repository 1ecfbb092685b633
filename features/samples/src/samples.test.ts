import { type MoJobScheduler, Permission } from "@mojob/core";
import { ControlPlane, createEngine, type Duty, type SampleSourcePage } from "@mojob/core/engine";
import type { ExecutorRecord, JsonObject, WorkerSample } from "@mojob/core/ports";
import { START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { describe, expect, it } from "vitest";
import { SAMPLES, samplesWith } from "./mod.ts";

const MINUTE_MS = 60_000;
const never = new AbortController().signal;

interface Opened extends World {
  readonly plane: ControlPlane;
  readonly scheduler: MoJobScheduler;
  /** Has a worker say that it is there, with these samples. */
  beat(id: string, samples: readonly unknown[], worker?: Partial<ExecutorRecord>): Promise<void>;
  pass(): Promise<void>;
}

function open(features = [SAMPLES]): Opened {
  const world = createWorld();
  const plane = new ControlPlane(createEngine({ ...world, tenant: "default", features }));
  const duty = plane.duties.find(({ name }) => name === "sample") as Duty;
  return {
    ...world,
    plane,
    scheduler: plane.scheduler,
    pass: async () => void (await duty.run(never)),
    async beat(id, samples, worker = {}) {
      await world.store.executors.save({
        id,
        tenant: "default",
        app: "shop",
        runtime: "node",
        runtimeVersion: "24",
        startedAt: START,
        lastSeenAt: world.clock.now(),
        running: 0,
        abandoned: 0,
        limit: null,
        draining: false,
        jobKeys: [],
        samples: samples as readonly WorkerSample[],
        ...worker,
      });
    },
  };
}

const sampleAt = (at: Date, values: Partial<WorkerSample> = {}): WorkerSample => ({
  at,
  ms: 30_000,
  processor: 0.5,
  memoryBytes: 1000,
  loopDelayMs: 20,
  loopDelayP99Ms: 2,
  running: 1,
  limit: 8,
  ...values,
});

describe("samples", () => {
  it("of a worker are kept, and go on under its name when it is started again", async () => {
    const { scheduler, clock, store, beat, pass } = open();
    await beat("one-a", [sampleAt(clock.now())], { name: "one" });
    await pass();
    await pass();
    await store.executors.remove("default", "one-a");
    await clock.advance(MINUTE_MS);
    await beat("one-b", [sampleAt(clock.now(), { processor: 1.5 })], { name: "one" });
    await pass();
    const series = await scheduler.samples.ofWorker("one-b");
    expect(series).toMatchObject({ worker: "one-b", app: "shop", name: "one", place: 1, step: "sample" });
    expect(series.points.map(({ at, processor }) => [at, processor])).toEqual([
      [START, 0.5],
      [new Date(START.getTime() + MINUTE_MS), 1.5],
    ]);
    await expect(scheduler.samples.ofWorker("one-a")).rejects.toMatchObject({ code: "worker_not_found" });
  });

  it("of workers of one name at the same time are apart", async () => {
    const { scheduler, clock, beat, pass } = open();
    for (const [index, id] of ["a", "b", "c"].entries())
      await beat(id, [sampleAt(clock.now(), { running: index })], { host: "machine" });
    await pass();
    const { items } = await scheduler.samples.samplesOf({});
    expect(items.map(({ worker, name, place, points }) => [worker, name, place, points[0]?.running])).toEqual(
      [
        ["a", "machine", 1, 0],
        ["b", "machine", 2, 1],
        ["c", "machine", 3, 2],
      ],
    );
  });

  it("with values that no machine has are kept without them, and those of another time not at all", async () => {
    const { scheduler, clock, beat, pass } = open();
    const at = (ms: number): Date => new Date(clock.now().getTime() + ms);
    await beat("one", [
      null,
      "text",
      { at: "2026" },
      { at: new Date(Number.NaN) },
      sampleAt(at(-7 * 60 * MINUTE_MS)),
      sampleAt(at(3 * MINUTE_MS)),
      { at: at(-2000), processor: Number.NaN, memoryBytes: -5, loopDelayMs: "9", running: Number.NaN },
      sampleAt(at(-1000), { processor: 1e300, memoryBytes: Infinity, loopDelayMs: 1e12, running: 1e9 }),
    ]);
    await pass();
    const { points } = await scheduler.samples.ofWorker("one");
    expect(points).toEqual([
      {
        at: at(-2000),
        samples: 1,
        processor: null,
        processorMax: null,
        memoryBytes: null,
        memoryBytesMax: null,
        loopDelayMs: null,
        loopDelayP99Ms: null,
        running: 0,
        runningMax: 0,
        limit: null,
      },
      {
        at: at(-1000),
        samples: 1,
        processor: 4096,
        processorMax: 4096,
        memoryBytes: 2 ** 50,
        memoryBytesMax: 2 ** 50,
        loopDelayMs: 3_600_000,
        loopDelayP99Ms: 2,
        running: 1_000_000,
        runningMax: 1_000_000,
        limit: 8,
      },
    ]);
    // Once the time to come is over, and of all that is kept.
    await clock.advance(4 * MINUTE_MS);
    const kept = await scheduler.samples.ofWorker("one", { range: "24h", step: "sample" });
    expect(kept.points).toEqual(points);
  });

  it("of a flood of one worker are no more than a heartbeat has", async () => {
    const { scheduler, clock, beat, pass } = open();
    const flood = Array.from({ length: 50_000 }, (_, index) =>
      sampleAt(new Date(START.getTime() - 50_000 + index)),
    );
    await beat("one", flood);
    await pass();
    expect((await scheduler.samples.ofWorker("one")).points).toHaveLength(10);
    await clock.advance(1);
  });

  it("are of as many workers as may be: the one that was seen least lately makes room, and nobody who is there", async () => {
    const { scheduler, clock, store, beat, pass } = open([samplesWith({ workers: 2 })]);
    for (const id of ["a", "b"]) {
      await beat(id, [sampleAt(clock.now())], { name: id });
      await pass();
      await clock.advance(MINUTE_MS);
    }
    await beat("c", [sampleAt(clock.now())], { name: "c" });
    await pass();
    const names = async (): Promise<readonly string[]> =>
      (await scheduler.samples.samplesOf({ range: "6h" })).items.map(({ name }) => name);
    expect(await names()).toEqual(["a", "b"]);
    await store.executors.remove("default", "a");
    await pass();
    expect(await names()).toEqual(["b", "c"]);
    expect((await scheduler.samples.ofWorker("c")).points).toHaveLength(1);
  });

  it("are forgotten when their time is over, with the worker that is gone", async () => {
    const { scheduler, clock, store, beat, pass } = open([samplesWith({ daysForDays: 70 })]);
    await beat("one", [sampleAt(clock.now())], { name: "one" });
    await pass();
    await store.executors.remove("default", "one");
    await clock.advance(26 * 60 * MINUTE_MS);
    await pass();
    const { items } = await scheduler.samples.samplesOf({ range: "30d", step: "1d" });
    expect(items[0]?.points).toMatchObject([{ samples: 1, processor: 0.5 }]);
    expect((await scheduler.samples.samplesOf({ range: "90d", step: "sample" })).items[0]?.points).toEqual(
      [],
    );
    await clock.advance(70 * 24 * 60 * MINUTE_MS);
    await pass();
    expect((await scheduler.samples.samplesOf({ range: "13mo" })).items).toEqual([]);
  });

  it("are shown to those who see the worker, and of nobody else", async () => {
    const { scheduler, clock, beat, pass } = open();
    await beat("shop-1", [sampleAt(clock.now())]);
    await beat("mail-1", [sampleAt(clock.now())], { app: "mail" });
    await pass();
    const permission = Permission.ReadWorkers;
    const li = scheduler.as({
      kind: "user",
      name: "li",
      permissions: [],
      grants: [{ permission, apps: ["shop"] }],
    });
    expect((await li.samples.samplesOf({})).items.map(({ worker }) => worker)).toEqual(["shop-1"]);
    expect((await li.samples.ofWorker("shop-1")).points).toHaveLength(1);
    const code = "worker_not_found";
    await expect(li.samples.ofWorker("mail-1")).rejects.toMatchObject({ code });
    await expect(scheduler.scoped("shop").samples.ofWorker("mail-1")).rejects.toMatchObject({ code });
    await expect(scheduler.samples.ofWorker("nobody")).rejects.toMatchObject({ code });
    const ci = scheduler.as({ kind: "token", name: "ci", permissions: [Permission.ReadJobs] });
    await expect(ci.samples.ofWorker("shop-1")).rejects.toMatchObject({ code: "forbidden" });
    expect((await scheduler.samples.samplesOf({ app: "mail", workers: ["mail-1"] })).items).toHaveLength(1);
    const first = await scheduler.samples.samplesOf({}, { limit: 1 });
    const rest = await scheduler.samples.samplesOf({}, { limit: 1, cursor: first.nextCursor ?? "" });
    expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([1, 1, null]);
    expect(first.items[0]?.worker).not.toBe(rest.items[0]?.worker);
  });

  it("are in exports in records of some points each, of the apps that are asked for, page by page", async () => {
    const { clock, store, beat, pass } = open();
    for (let minute = 0; minute < 110; minute += 1) {
      const samples = Array.from({ length: 10 }, (_, index) =>
        sampleAt(new Date(clock.now().getTime() - (9 - index) * 6000), { running: minute }),
      );
      await beat("one", samples);
      await beat("two", samples.slice(-1), { app: "mail" });
      await pass();
      await clock.advance(MINUTE_MS);
    }
    const [source] = SAMPLES.samples?.({ tenant: "default", store, clock }) ?? [];
    const from = new Date(START.getTime() - MINUTE_MS);
    const query = { tenant: "default", from, to: clock.now(), apps: null, limit: 2 };
    const records: JsonObject[] = [];
    let after: string | null = null;
    do {
      const page: SampleSourcePage | undefined = await source?.read({ ...query, after });
      expect(page?.records.length).toBeLessThanOrEqual(2);
      records.push(...(page?.records ?? []));
      after = page?.next ?? null;
    } while (after !== null);
    const points = (worker: string): number =>
      records
        .filter((record) => record["worker"] === worker)
        .reduce((sum, record) => sum + (record["points"] as readonly unknown[]).length, 0);
    expect([points("one"), points("two")]).toEqual([1100, 110]);
    expect(Math.max(...records.map((record) => (record["points"] as readonly unknown[]).length))).toBe(500);
    const mail = await source?.read({ ...query, apps: ["mail"], after: null });
    expect(mail?.records.map((record) => record["worker"])).toEqual(["two"]);
  });

  it("of a worker that measures nothing are none, and nothing of it is kept", async () => {
    const { scheduler, beat, pass } = open();
    await beat("one", []);
    const { samples: _, ...silent } = { samples: [] as WorkerSample[] };
    await beat("two", [], { ...silent, lastSeenAt: START });
    await pass();
    expect((await scheduler.samples.samplesOf({})).items).toEqual([]);
    expect((await scheduler.samples.ofWorker("one")).points).toEqual([]);
  });

  it.each([
    [{ range: "2h" }, "/range"],
    [{ range: "1h", from: START }, "/range"],
    [{ from: START, to: START }, "/to"],
    [{ from: new Date(0), to: START }, "/to"],
    [{ step: "1m" }, "/step"],
  ])("are refused for %o", async (query, pointer) => {
    const { scheduler } = open();
    await expect(scheduler.samples.samplesOf(query)).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer }],
    });
  });

  it.each([
    ["1h", "sample"],
    ["6h", "5m"],
    ["24h", "5m"],
    ["7d", "1h"],
    ["30d", "1h"],
    ["90d", "1d"],
    ["13mo", "1d"],
  ])("of %s are shown in steps of %s", async (range, step) => {
    const { scheduler, clock, beat, pass } = open();
    await beat("one", [sampleAt(clock.now())]);
    await pass();
    const series = await scheduler.samples.ofWorker("one", { range });
    expect([series.step, series.points.length]).toEqual([step, 1]);
  });
});
