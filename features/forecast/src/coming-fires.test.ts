import { defineRecurringJob, type MoJobScheduler, type SchedulerOptions } from "@mojob/core";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { startEmbedded } from "@mojob/runtime-local";
import { afterEach, describe, expect, it } from "vitest";
import { FORECAST } from "./mod.ts";

const START = "2026-03-10T12:00:00.000Z";
const at = (hour: number): string => `2026-03-10T${String(hour).padStart(2, "0")}:00:00.000Z`;
const HOURLY = "shop.report";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Opened {
  readonly scheduler: MoJobScheduler;
  readonly clock: FakeClock;
  /** The nominal times of the runs, with when each began. */
  readonly began: (readonly [nominal: string, at: string])[];
}

async function open(options: object = {}, settings: SchedulerOptions = {}): Promise<Opened> {
  const clock = createFakeClock(START);
  const began: (readonly [string, string])[] = [];
  const report = defineRecurringJob({
    key: HOURLY,
    cron: "0 0 * * * *",
    ...options,
    execute: ({ trigger }) => {
      began.push([trigger.nominalTime?.toISOString() ?? "by hand", clock.now().toISOString()]);
    },
  });
  const pulse = defineRecurringJob({
    key: "shop.pulse",
    everyMs: 60_000,
    everyFrom: "end",
    execute: () => {},
  });
  const { scheduler, close } = await startEmbedded({
    app: "shop",
    inMemory: true,
    clock,
    jobs: [report, pulse],
    features: [FORECAST],
    scheduler: settings,
    hooks: { onRunEnd: () => {} },
  });
  closing.push(close);
  return { scheduler, clock, began };
}

async function pass(clock: FakeClock, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 60_000) await clock.advance(Math.min(left, 60_000));
}

const AN_HOUR_MS = 3_600_000;

describe("a fire that is to come", () => {
  it("is skipped, with who and why, and does not fire", async () => {
    const { scheduler, clock, began } = await open();
    const li = scheduler.as({ kind: "user", name: "li", permissions: ["runs:trigger", "runs:read"] });
    const run = await li.forecasts.act(HOURLY, { at: at(14), action: "skip", note: "Stocktaking" });
    expect(run).toMatchObject({ action: "skip", to: null, note: "Stocktaking" });
    expect(await scheduler.instances.get(run.runId)).toMatchObject({
      id: `${HOURLY}@${at(14)}`,
      state: "Skipped",
      reason: { code: "fire_skipped", parameters: { by: "user:li", note: "Stocktaking" } },
      trigger: { type: "cron", by: "user:li" },
    });
    await pass(clock, 3 * AN_HOUR_MS + 5000);
    expect(began.map(([nominal]) => nominal)).toEqual([at(13), at(15)]);
    const runs = await scheduler.instances.list({ jobKey: HOURLY }, { limit: 100 });
    expect(runs.items.map(({ id, state }) => [id.slice(-24), state])).toEqual([
      [at(15), "Succeeded"],
      [at(13), "Succeeded"],
      [at(14), "Skipped"],
    ]);
  });

  it("is run now, and not again at its time", async () => {
    const { scheduler, clock, began } = await open();
    await scheduler.forecasts.act(HOURLY, { at: at(14), action: "run" });
    await pass(clock, 3 * AN_HOUR_MS + 5000);
    expect(began.map(([nominal]) => nominal)).toEqual([at(14), at(13), at(15)]);
    expect(Date.parse(began[0]?.[1] ?? "")).toBeLessThan(Date.parse(START) + 60_000);
  });

  it("is moved, before or behind others, and runs once", async () => {
    const { scheduler, clock, began } = await open();
    await scheduler.forecasts.act(HOURLY, { at: at(13), action: "move", to: "2026-03-10T14:30:00Z" });
    await scheduler.forecasts.act(HOURLY, { at: at(15), action: "move", to: "2026-03-10T12:30:00Z" });
    await pass(clock, 4 * AN_HOUR_MS + 5000);
    expect(began.map(([nominal, time]) => [nominal, time.slice(11, 16)])).toEqual([
      [at(15), "12:30"],
      [at(14), "14:00"],
      [at(13), "14:30"],
      [at(16), "16:00"],
    ]);
  });

  it("is seen by the forecast and the timeline as it will be", async () => {
    const { scheduler, clock } = await open();
    const window = { from: new Date(START), to: new Date("2026-03-10T18:00:00Z"), bucketMs: AN_HOUR_MS };
    const firesOf = async (): Promise<readonly number[]> =>
      (await scheduler.forecasts.forecast({ ...window, jobKey: HOURLY })).buckets.map(({ fires }) => fires);
    expect(await firesOf()).toEqual([0, 1, 1, 1, 1, 1]);
    await scheduler.forecasts.act(HOURLY, { at: at(13), action: "skip" });
    await scheduler.forecasts.act(HOURLY, { at: at(14), action: "move", to: "2026-03-10T16:30:00Z" });
    await scheduler.forecasts.act(HOURLY, { at: at(15), action: "run" });
    expect(await firesOf()).toEqual([0, 0, 0, 0, 2, 1]);
    const { fires } = await scheduler.forecasts.timeline({ ...window, jobKey: HOURLY });
    expect(fires?.map(({ at: time, action }) => [time.toISOString().slice(11, 16), action])).toEqual([
      ["13:00", "skip"],
      ["15:00", "run"],
      ["16:00", null],
      ["16:30", "move"],
      ["17:00", null],
    ]);
    // What was skipped or moved ahead is no run of now.
    await clock.advance(1000);
    const { runs } = await scheduler.forecasts.timeline({
      from: new Date(Date.parse(START) - AN_HOUR_MS),
      to: new Date(Date.parse(START) + AN_HOUR_MS),
      jobKey: HOURLY,
    });
    expect(runs?.map(({ id }) => id)).toEqual([`${HOURLY}@${at(15)}`]);
  });

  it("is seen where it was moved to when its own time is over, and others are decided about", async () => {
    const { scheduler, clock } = await open();
    await scheduler.forecasts.act(HOURLY, { at: at(13), action: "move", to: "2026-03-10T16:30:00Z" });
    await pass(clock, 2 * AN_HOUR_MS + 5000);
    await scheduler.forecasts.act(HOURLY, { at: at(17), action: "skip" });
    const window = { from: new Date(at(16)), to: new Date(at(18)), jobKey: HOURLY };
    const { fires } = await scheduler.forecasts.timeline(window);
    expect(fires?.map(({ at: time, action }) => [time.toISOString().slice(11, 16), action])).toEqual([
      ["16:00", null],
      ["16:30", "move"],
      ["17:00", "skip"],
    ]);
    const { buckets } = await scheduler.forecasts.forecast({ ...window, bucketMs: AN_HOUR_MS });
    expect(buckets.map(({ fires: count }) => count)).toEqual([2, 0]);
  });

  it("is decided once", async () => {
    const { scheduler } = await open();
    const { forecasts } = scheduler;
    const both = await Promise.allSettled([
      forecasts.act(HOURLY, { at: at(14), action: "skip" }),
      forecasts.act(HOURLY, { at: at(14), action: "run" }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    await expect(forecasts.act(HOURLY, { at: at(14), action: "move", to: at(16) })).rejects.toMatchObject({
      code: "fire_decided",
    });
  });

  it.each([
    ["in the past", { at: at(11), action: "run" }, "/at"],
    ["at a time that no schedule names", { at: "2026-03-10T14:00:01Z", action: "run" }, "/at"],
    ["of a schedule that there is not", { at: at(14), schedule: "other", action: "run" }, "/at"],
    ["beyond 31 days", { at: "2026-04-11T00:00:00Z", action: "skip" }, "/at"],
    ["that is moved nowhere", { at: at(14), action: "move" }, "/to"],
    ["that is moved into the past", { at: at(14), action: "move", to: at(10) }, "/to"],
    ["that is skipped to a time", { at: at(14), action: "skip", to: at(15) }, "/to"],
    ["with another action", { at: at(14), action: "hold" }, "/action"],
    ["with an unknown member", { at: at(14), action: "skip", force: true }, "/force"],
  ])("is refused %s", async (_, request, pointer) => {
    const { scheduler } = await open();
    await expect(scheduler.forecasts.act(HOURLY, request)).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer }],
    });
  });

  it("is refused of a schedule that counts from ends, and of a job that is paused then", async () => {
    const { scheduler } = await open();
    await expect(scheduler.forecasts.act("shop.pulse", { at: at(14), action: "skip" })).rejects.toMatchObject(
      { issues: [{ pointer: "/schedule" }] },
    );
    await scheduler.jobs.pause(HOURLY, { until: new Date(at(15)) });
    await expect(scheduler.forecasts.act(HOURLY, { at: at(14), action: "run" })).rejects.toMatchObject({
      issues: [{ pointer: "/at" }],
    });
    await scheduler.forecasts.act(HOURLY, { at: at(16), action: "run" });
  });

  it("asks for the permission to run in its app", async () => {
    const { scheduler } = await open();
    const reader = scheduler.as({ kind: "user", name: "li", permissions: ["jobs:read"] });
    await expect(reader.forecasts.act(HOURLY, { at: at(14), action: "skip" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("is noted in the history", async () => {
    const { scheduler } = await open();
    await scheduler.forecasts.act(HOURLY, { at: at(14), action: "skip", note: "Stocktaking" });
    const { items } = await scheduler.history.list({ jobKey: HOURLY }, { limit: 10 });
    expect(items[0]).toMatchObject({
      kind: "act_on_fire",
      note: "Stocktaking",
      instanceId: `${HOURLY}@${at(14)}`,
      changes: [
        { pointer: "/at", after: `"${at(14)}"` },
        { pointer: "/action", after: '"skip"' },
      ],
    });
  });

  it("keeps its nominal time where the job begins its fires later", async () => {
    const { scheduler, clock, began } = await open({ jitterMs: 1_200_000 });
    const run = await scheduler.forecasts.act(HOURLY, { at: at(14), action: "run" });
    expect(run.runId).toBe(`${HOURLY}@${at(14)}`);
    await pass(clock, 4 * AN_HOUR_MS - 5000);
    expect(began.map(([nominal]) => nominal)).toEqual([at(14), at(13), at(15)]);
  });

  it("is not run again where retention would have removed its run by then", async () => {
    const { scheduler, clock, began } = await open({ retention: { maxInstances: 1 } });
    await scheduler.forecasts.act(HOURLY, { at: at(18), action: "run" });
    await pass(clock, 7 * AN_HOUR_MS + 5000);
    expect(began.map(([nominal]) => nominal)).toEqual([18, 13, 14, 15, 16, 17, 19].map(at));
    const { items } = await scheduler.instances.list({ jobKey: HOURLY }, { limit: 100 });
    expect(items.map(({ id }) => id)).toEqual([`${HOURLY}@${at(19)}`]);
  });

  it.each([
    ["its own", { jitterMs: 3_000_000 }, { jitterMs: 0 }, null],
    [
      "that of a further schedule",
      { schedules: [{ name: "late", cron: "0 0 * * * *", jitterMs: 3_000_000 }] },
      { schedules: [{ name: "late", cron: "0 0 * * * *" }] },
      "late",
    ],
  ])("is not lost where an edit leaves it less time to begin in: %s", async (_, wide, narrow, schedule) => {
    const { scheduler, clock, began } = await open();
    const edit = async (patch: object): Promise<unknown> =>
      scheduler.jobs.update(HOURLY, patch, (await scheduler.jobs.get(HOURLY)).definition.revision);
    await edit(wide);
    await pass(clock, AN_HOUR_MS + 30_000);
    const before = began.length;
    await edit(narrow);
    await pass(clock, AN_HOUR_MS - 60_000);
    const runs = await scheduler.instances.list({ jobKey: HOURLY }, { limit: 20 });
    const ran = runs.items.filter(
      ({ trigger }) =>
        trigger.nominalTime?.toISOString() === at(13) && (trigger.schedule ?? null) === schedule,
    );
    expect(ran.map(({ state }) => state)).toEqual(["Succeeded"]);
    expect(began.length).toBeGreaterThan(before);
  });

  it("is not lost where its spread is undone while it waits to begin", async () => {
    const { scheduler, clock, began } = await open();
    const { revision } = (await scheduler.jobs.get(HOURLY)).definition;
    const jobs = [{ jobKey: HOURLY, jitterMs: 3_000_000, revision }];
    const { spread } = await scheduler.forecasts.spread({ jobs });
    const { fires } = await scheduler.forecasts.timeline({
      from: new Date(at(13)),
      to: new Date(at(15)),
      jobKey: HOURLY,
    });
    const [first] = fires ?? [];
    expect(first?.at.getTime()).toBeGreaterThan(Date.parse(at(13)) + 60_000);
    await pass(clock, AN_HOUR_MS + 30_000);
    expect(began).toEqual([]);
    await scheduler.forecasts.undoSpread(spread.id);
    await pass(clock, 2 * AN_HOUR_MS);
    expect(began.map(([nominal]) => nominal)).toEqual([at(13), at(14), at(15)]);
    expect(Date.parse(began[0]?.[1] ?? "")).toBeGreaterThanOrEqual(first?.at.getTime() ?? 0);
  });

  it("is held, cancelled and refused as any other fire while it waits where it was moved to", async () => {
    const { scheduler, clock, began } = await open();
    const { forecasts, instances, jobs } = scheduler;
    const held = await forecasts.act(HOURLY, { at: at(13), action: "move", to: "2026-03-10T12:30:00Z" });
    await jobs.pause(HOURLY, { until: new Date("2026-03-10T12:45:00Z") });
    await pass(clock, 2_400_000);
    expect(began).toEqual([]);
    expect(await instances.get(held.runId)).toMatchObject({ state: "Enqueued", reason: { code: "held" } });
    await pass(clock, 600_000);
    expect(began.map(([nominal]) => nominal)).toEqual([at(13)]);
    const moved = await forecasts.act(HOURLY, { at: at(14), action: "move", to: at(20) });
    await instances.cancel(moved.runId);
    const other = await forecasts.act(HOURLY, { at: at(15), action: "move", to: at(20) });
    const { revision } = (await jobs.get(HOURLY)).definition;
    await jobs.update(HOURLY, { disabled: true }, revision);
    await expect(forecasts.act(HOURLY, { at: at(16), action: "run" })).rejects.toMatchObject({
      issues: [{ pointer: "/at" }],
    });
    await jobs.remove(HOURLY, revision + 1);
    const ended = await Promise.all([moved, other].map(({ runId }) => instances.get(runId)));
    expect(ended.map(({ state }) => state)).toEqual(["Cancelled", "Cancelled"]);
    await pass(clock, 2 * AN_HOUR_MS);
    expect(began).toHaveLength(1);
  });

  it("is skipped in debug mode, as it would be at its time", async () => {
    const { scheduler, clock, began } = await open({}, { recurringDebugMode: true });
    const { forecasts, instances } = scheduler;
    const run = await forecasts.act(HOURLY, { at: at(13), action: "run" });
    const moved = await forecasts.act(HOURLY, { at: at(14), action: "move", to: "2026-03-10T12:30:00Z" });
    await pass(clock, 3 * AN_HOUR_MS);
    for (const { runId } of [run, moved])
      expect(await instances.get(runId)).toMatchObject({ state: "Skipped", reason: { code: "debug_mode" } });
    expect(began).toEqual([]);
  });
});
