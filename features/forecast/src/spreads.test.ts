import { createEngine, createScheduler } from "@mojob/core/engine";
import type { MoJobScheduler } from "@mojob/core";
import { type RollupFigures, FiguresSum } from "@mojob/core/ports";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORECAST } from "./mod.ts";

const DAY = { from: "2026-02-01T00:00:00Z", to: "2026-02-02T00:00:00Z" } as const;
const WINDOW = { from: new Date(DAY.from), to: new Date(DAY.to) };
const AT_TWO = "2026-02-01T02:00:00.000Z";

interface Opened extends World {
  readonly scheduler: MoJobScheduler;
}

interface Job {
  readonly key: string;
  readonly app?: string;
  readonly options?: object;
}

async function open(jobs: readonly Job[]): Promise<Opened> {
  const world = createWorld();
  const definitions = jobs.map(({ key, app = "shop", options = {} }) =>
    aDefinition({ key, app, kind: "recurring", options: { cron: "0 0 2 * * *", ...options } }),
  );
  await world.define(...definitions);
  const scheduler = createScheduler(createEngine({ ...world, tenant: "default", features: [FORECAST] }));
  return { ...world, scheduler };
}

/** Sums by which runs of these jobs took so long. */
async function took({ store, clock }: World, usual: Readonly<Record<string, number>>): Promise<void> {
  const at = new Date(Math.floor(clock.now().getTime() / 86_400_000) * 86_400_000);
  const figuresOf = (ms: number): RollupFigures => {
    const sum = new FiguresSum();
    for (let run = 0; run < 20; run += 1) sum.measure("duration", ms);
    return sum.figures();
  };
  await store.rollups.add({
    tenant: "default",
    from: null,
    to: "1",
    at: clock.now(),
    isDraft: false,
    rows: Object.entries(usual).map(([id, ms]) => ({
      tenant: "default",
      grain: "day",
      at,
      kind: "job",
      id,
      app: "shop",
      figures: figuresOf(ms),
    })),
  });
}

/** A worker of an app that takes so many runs at once. */
async function worker({ store, clock }: World, app: string, limit: number | null): Promise<void> {
  const now = clock.now();
  await store.executors.save({
    id: `worker-${app}-${limit}`,
    tenant: "default",
    app,
    runtime: "node",
    runtimeVersion: "24",
    startedAt: now,
    lastSeenAt: now,
    running: 0,
    abandoned: 0,
    limit,
    draining: false,
  } as never);
}

const many = (count: number, options: object = {}): readonly Job[] =>
  Array.from({ length: count }, (_, index) => ({ key: `job-${String(index).padStart(3, "0")}`, options }));

describe("a storm", () => {
  it("is named with its effect: 64 runs of a minute at 16 places are drained in three minutes", async () => {
    const world = await open(many(64));
    await took(world, Object.fromEntries(many(64).map(({ key }) => [key, 60_000])));
    await worker(world, "shop", 16);
    const { storms, overloads, places, knowsDurations } = await world.scheduler.forecasts.forecast(WINDOW);
    expect(storms).toHaveLength(1);
    expect(storms[0]).toMatchObject({
      at: new Date(AT_TWO),
      fires: 64,
      withinMs: 1000,
      factor: 64,
      jobsTotal: 64,
    });
    expect(storms[0]?.jobs).toHaveLength(20);
    // The median is within 5 % of a minute.
    expect(Math.abs((storms[0]?.expectedWaitMs ?? 0) - 180_000)).toBeLessThan(9000);
    expect(Math.abs(+(storms[0]?.drainedAt ?? 0) - Date.parse(AT_TWO) - 180_000)).toBeLessThan(9000);
    expect(places).toEqual([{ app: "shop", places: 16 }]);
    expect(overloads).toMatchObject([{ app: "shop", from: new Date(AT_TWO), places: 16 }]);
    expect(knowsDurations).toBe(true);
  });

  it("has no wait where workers have no limit, and none that is known without sums of runs", async () => {
    const world = await open(many(64));
    await worker(world, "shop", null);
    const forecast = await world.scheduler.forecasts.forecast(WINDOW);
    expect(forecast).toMatchObject({ knowsDurations: false, unknown: { total: 64 } });
    expect(forecast.storms[0]).toMatchObject({ fires: 64, expectedWaitMs: null, drainedAt: null });
  });

  it("is none where fires are few, or as many all the time", async () => {
    const few = await open(many(50));
    expect((await few.scheduler.forecasts.forecast(WINDOW)).storms).toEqual([]);
    const even = await open(many(60, { cron: "* * * * * *" }));
    const hour = { from: WINDOW.from, to: new Date("2026-02-01T01:00:00Z") };
    expect((await even.scheduler.forecasts.forecast(hour)).storms).toEqual([]);
  });
});

describe("what is expected to run", () => {
  it("is fires by how long they take, cut by what a job may run at once", async () => {
    const every = { cron: "0 */10 * * * *" };
    const world = await open([
      { key: "free", options: { ...every, maxConcurrency: null } },
      { key: "skips", options: { ...every, maxConcurrency: 1, whenFull: "skip" } },
      { key: "queues", options: { ...every, maxConcurrency: 1, whenFull: "queue" } },
    ]);
    await took(world, { free: 1_500_000, skips: 1_500_000, queues: 1_500_000 });
    const runningOf = async (jobKey: string): Promise<number> => {
      const { buckets } = await world.scheduler.forecasts.forecast({
        ...WINDOW,
        jobKey,
        bucketMs: 3_600_000,
      });
      return buckets[12]?.expectedRunning ?? -1;
    };
    const free = await runningOf("free");
    expect(free).toBeGreaterThan(2.3);
    expect(free).toBeLessThan(2.7);
    // Of three fires one is run, for 25 of 30 minutes.
    expect(await runningOf("skips")).toBeCloseTo(5 / 6, 1);
    expect(await runningOf("queues")).toBe(1);
  });
});

describe("a spread", () => {
  it("is suggested with its effect, applied, has that effect, and is undone", async () => {
    const world = await open([
      ...many(80),
      { key: "exact", options: { tags: ["exact"] } },
      { key: "spread", options: { jitterMs: 1000 } },
    ]);
    const { forecasts, jobs } = world.scheduler;
    const [suggestion] = await forecasts.suggest({ ...DAY, maxSpreadMs: 1_800_000 });
    expect(suggestion).toMatchObject({ at: new Date(AT_TWO), peakBefore: 82 });
    expect(suggestion!.peakAfter).toBeLessThanOrEqual(50);
    const keys = suggestion!.jobs.map(({ jobKey }) => jobKey);
    expect(keys).not.toContain("exact");
    expect(keys).not.toContain("spread");
    const before = new Map(
      await Promise.all(keys.map(async (key) => [key, (await jobs.get(key)).definition.options] as const)),
    );
    const { spread, left } = await forecasts.spread({
      jobs: suggestion!.jobs.map(({ jobKey, jitterMs, revision }) => ({ jobKey, jitterMs, revision })),
      note: "Calm nights",
    });
    expect(left).toEqual([]);
    expect((await forecasts.forecast({ ...WINDOW, bucketMs: 1000 * 60 })).storms).toEqual([]);
    expect(await forecasts.spreads()).toEqual([spread]);
    const [changed = "", ...others] = keys;
    const { definition } = await jobs.get(changed);
    await jobs.update(changed, { jitterMs: 5000 }, definition.revision);
    const undone = await forecasts.undoSpread(spread.id);
    expect(undone.left).toEqual([{ jobKey: changed, code: "stale_revision" }]);
    for (const key of others) expect((await jobs.get(key)).definition.options).toEqual(before.get(key));
    expect((await jobs.get(changed)).definition.options.schedule?.jitterMs).toBe(5000);
    await expect(forecasts.undoSpread(spread.id)).rejects.toMatchObject({ code: "spread_undone" });
    await expect(forecasts.undoSpread("none")).rejects.toMatchObject({ code: "spread_not_found" });
  });

  it("leaves jobs that were changed since they were looked at", async () => {
    const { scheduler } = await open(many(2));
    const { forecasts, jobs } = scheduler;
    await jobs.update("job-001", { name: "Other" }, 1);
    const { spread, left } = await forecasts.spread({
      jobs: ["job-000", "job-001"].map((jobKey) => ({ jobKey, jitterMs: 60_000, revision: 1 })),
    });
    expect(left).toEqual([{ jobKey: "job-001", code: "stale_revision" }]);
    expect(spread.jobs.map(({ jobKey }) => jobKey)).toEqual(["job-000"]);
  });

  it("is refused as a whole to who may not edit one of the jobs, and shown of one's own apps", async () => {
    const { scheduler } = await open([{ key: "a" }, { key: "b", app: "ledger" }]);
    const grants = ["jobs:read", "jobs:edit"].map((permission) => ({ apps: ["shop"], permission }));
    const li = scheduler.as({ kind: "user", name: "li", permissions: [], grants } as never);
    const both = { jobs: ["a", "b"].map((jobKey) => ({ jobKey, jitterMs: 60_000, revision: 1 })) };
    await expect(li.forecasts.spread(both)).rejects.toMatchObject({ code: "job_not_found" });
    expect((await scheduler.jobs.get("a")).definition.options.schedule?.jitterMs).toBe(0);
    const { spread } = await scheduler.forecasts.spread(both);
    expect((await li.forecasts.spreads()).map(({ jobs }) => jobs.map(({ jobKey }) => jobKey))).toEqual([
      ["a"],
    ]);
    await expect(li.forecasts.undoSpread(spread.id)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("never raises the peak, and what is suggested is what then fires", { timeout: 60_000 }, async () => {
    const crons = ["0 0 2 * * *", "0 0 * * * *", "0 */15 * * * *", "5 0 2 * * *"];
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            cron: fc.constantFrom(...crons),
            count: fc.integer({ min: 1, max: 40 }),
            isExact: fc.boolean(),
          }),
          { minLength: 2, maxLength: 5 },
        ),
        fc.constantFrom(5000, 60_000, 1_800_000, 7_200_000),
        async (groups, maxSpreadMs) => {
          const jobs = groups.flatMap(({ cron, count, isExact }, group) =>
            Array.from({ length: count }, (_, index) => ({
              key: `job-${group}-${index}`,
              options: { cron, ...(isExact && { tags: ["exact"] }) },
            })),
          );
          const world = await open(jobs);
          const { forecasts } = world.scheduler;
          for (const { at, jobs: chosen, peakBefore, peakAfter } of await forecasts.suggest({
            ...DAY,
            maxSpreadMs,
          })) {
            expect(peakAfter).toBeLessThan(peakBefore);
            const again = await open(jobs);
            await again.scheduler.forecasts.spread({
              jobs: chosen.map(({ jobKey, jitterMs, revision }) => ({ jobKey, jitterMs, revision })),
            });
            const first = Math.max(WINDOW.from.getTime(), at.getTime() - 5000);
            const last = Math.min(WINDOW.to.getTime(), at.getTime() + maxSpreadMs + 15_000);
            const { buckets } = await again.scheduler.forecasts.forecast({
              from: new Date(first),
              to: new Date(Math.min(last, first + 3_600_000)),
              bucketMs: 1000,
            });
            const counts = buckets.map(({ fires }) => fires);
            const peak = Math.max(
              ...counts.map((_, second) =>
                counts.slice(second, second + 5).reduce((sum, one) => sum + one, 0),
              ),
            );
            expect(peak).toBeLessThanOrEqual(peakAfter);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe("a forecast", () => {
  it.each([
    ["beyond 31 days", { to: new Date("2026-03-05T00:00:00Z") }, "/to"],
    ["that ends before it begins", { to: new Date("2026-01-31T00:00:00Z") }, "/to"],
    ["of more than 20,000 buckets", { bucketMs: 1000 }, "/bucketMs"],
    ["of buckets below a second", { bucketMs: 10 }, "/bucketMs"],
  ])("is refused %s", async (_, change, pointer) => {
    const { scheduler } = await open([]);
    await expect(scheduler.forecasts.forecast({ ...WINDOW, ...change })).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer }],
    });
  });

  it("counts the apps that the caller reads, and says that there are others", async () => {
    const { scheduler } = await open([{ key: "a" }, { key: "b", app: "ledger" }]);
    const grants = [{ apps: ["shop"], permission: "jobs:read" }];
    const li = scheduler.as({ kind: "user", name: "li", permissions: [], grants } as never);
    expect(await li.forecasts.forecast(WINDOW)).toMatchObject({ isWhole: false, fires: 1 });
    expect(await scheduler.forecasts.forecast(WINDOW)).toMatchObject({ isWhole: true, fires: 2 });
    await expect(li.forecasts.forecast({ ...WINDOW, jobKey: "b" })).rejects.toMatchObject({
      code: "job_not_found",
    });
  });

  it("is kept for a minute, until a job is changed", async () => {
    const { scheduler, clock } = await open([{ key: "a" }]);
    const first = await scheduler.forecasts.forecast(WINDOW);
    await clock.advance(30_000);
    expect(await scheduler.forecasts.forecast(WINDOW)).toBe(first);
    await scheduler.jobs.update("a", { cron: "0 0 * * * *" }, 1);
    expect((await scheduler.forecasts.forecast(WINDOW)).fires).toBe(24);
    await clock.advance(61_000);
    expect(await scheduler.forecasts.forecast(WINDOW)).not.toBe(first);
  });

  it("names jobs that fire after the end of the run before, and does not count them", async () => {
    const { scheduler } = await open([
      { key: "a", options: { cron: null, everyMs: 60_000, everyFrom: "end" } },
    ]);
    expect(await scheduler.forecasts.forecast(WINDOW)).toMatchObject({
      fires: 0,
      fromEnds: { keys: ["a"], total: 1 },
    });
  });

  it("guesses triggered runs by the same weekdays of four weeks", async () => {
    const world = await open([]);
    await world.define(aDefinition({ key: "mail", app: "shop" }));
    const { store, clock } = world;
    await clock.advance(30 * 86_400_000);
    const now = clock.now().getTime();
    const sum = new FiguresSum();
    sum.count("succeeded", 120);
    const rows = [7, 14].map((days) => ({
      tenant: "default",
      grain: "hour" as const,
      at: new Date(now - days * 86_400_000 + 3_600_000),
      kind: "job" as const,
      id: "mail",
      app: "shop",
      figures: sum.figures(),
    }));
    await store.rollups.add({
      tenant: "default",
      from: null,
      to: "1",
      at: clock.now(),
      isDraft: false,
      rows,
    });
    const { buckets } = await world.scheduler.forecasts.forecast({ bucketMs: 3_600_000 });
    expect(buckets.slice(0, 3).map(({ guessedTriggers }) => guessedTriggers)).toEqual([0, 60, 0]);
  });
});
