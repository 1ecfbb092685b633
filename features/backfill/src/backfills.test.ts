import {
  defineRecurringJob,
  defineTriggeredJob,
  type JobRegistration,
  type MoJobScheduler,
} from "@mojob/core";
import type { Backfill } from "@mojob/core/engine";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { startEmbedded } from "@mojob/runtime-local";
import { afterEach, describe, expect, it } from "vitest";
import { BACKFILL } from "./mod.ts";

const START = "2026-03-10T12:00:00.000Z";
const RANGE = { from: "2026-03-06T00:00:00Z", to: "2026-03-10T00:00:00Z" } as const;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

interface Opened {
  readonly scheduler: MoJobScheduler;
  readonly clock: FakeClock;
  /** The nominal times of the runs of "report", in the order of their begins. */
  readonly began: string[];
  readonly given: unknown[];
  /** Ends the runs that wait for it. */
  readonly hold: { is: boolean; letGo: (() => void)[]; most: number; now: number };
}

async function open(options: object = {}, more: readonly JobRegistration[] = []): Promise<Opened> {
  const clock = createFakeClock(START);
  const began: string[] = [];
  const given: unknown[] = [];
  const hold = { is: false, letGo: [] as (() => void)[], most: 0, now: 0 };
  const report = defineRecurringJob({
    key: "shop.report",
    cron: "0 0 6 * * *",
    timeZone: "Asia/Shanghai",
    maxConcurrency: null,
    ...options,
    async execute({ trigger, args }) {
      began.push(trigger.nominalTime?.toISOString() ?? "by hand");
      given.push(args);
      hold.now += 1;
      hold.most = Math.max(hold.most, hold.now);
      if (hold.is) await new Promise<void>((resolve) => hold.letGo.push(resolve));
      hold.now -= 1;
      if (began.at(-1)?.startsWith("2026-03-07") === true) throw new Error("no rates for Saturdays");
    },
  });
  const { scheduler, close } = await startEmbedded({
    app: "shop",
    inMemory: true,
    clock,
    jobs: [report, ...more],
    features: [BACKFILL],
    hooks: { onRunEnd: () => {} },
  });
  closing.push(close);
  return { scheduler, clock, began, given, hold };
}

async function ended({ scheduler, clock }: Opened, id: string): Promise<Backfill> {
  for (let passes = 0; passes < 200; passes += 1) {
    const backfill = await scheduler.backfills.get(id);
    if (backfill.endedAt !== null) return backfill;
    await clock.advance(500);
  }
  throw new Error(`Backfill ${id} has not ended`);
}

const FOUR_DAYS = ["06T22", "07T22", "08T22", "09T22"].map((hour) => `2026-03-${hour}:00:00.000Z`);

describe("a backfill", () => {
  it("runs what was never planned, each time once, with the arguments of its fire and by day in the job's zone", async () => {
    const world = await open();
    const { scheduler } = world;
    const request = { jobKey: "shop.report", ...RANGE, to: "2026-03-10T12:00:00Z" };
    expect(await scheduler.backfills.preview(request)).toMatchObject({
      planned: 4,
      present: 0,
      unknown: 0,
      toCreate: 4,
      days: FOUR_DAYS.map((at, index) => ({
        day: `2026-03-${["07", "08", "09", "10"][index]}`,
        from: new Date(at),
        to: new Date(Date.parse(at) + 1),
        planned: 1,
        missing: 1,
      })),
      first: FOUR_DAYS.map((at) => ({ at: new Date(at), jobKey: "shop.report", schedule: null })),
    });
    expect(world.began).toEqual([]);
    const { id } = await scheduler.backfills.create(request);
    expect(await ended(world, id)).toMatchObject({
      state: "completed",
      counts: { planned: 4, present: 0, succeeded: 3, failed: 1, cancelled: 0, skipped: 0, unknown: 0 },
    });
    expect(world.began).toEqual(FOUR_DAYS);
    const run = await scheduler.instances.get(`shop.report@${FOUR_DAYS[0]}`);
    expect(run).toMatchObject({ state: "Succeeded", priority: 5, trigger: { type: "backfill", of: id } });
  });

  it('leaves alone what has its run, and with "failed" runs that again which failed', async () => {
    const world = await open();
    const { scheduler } = world;
    const request = { jobKey: "shop.report", ...RANGE, to: "2026-03-10T12:00:00Z" };
    await ended(world, (await scheduler.backfills.create(request)).id);
    expect(await scheduler.backfills.preview(request)).toMatchObject({ planned: 4, present: 4, toCreate: 0 });
    const again = await ended(world, (await scheduler.backfills.create(request)).id);
    expect(again.counts).toMatchObject({ planned: 4, present: 4, succeeded: 0 });
    expect(world.began).toHaveLength(4);
    const failed = { ...request, only: "failed" };
    expect(await scheduler.backfills.preview(failed)).toMatchObject({
      toCreate: 1,
      days: [
        { day: "2026-03-07", succeeded: 1 },
        { day: "2026-03-08", failed: 1 },
        { day: "2026-03-09", succeeded: 1 },
        { day: "2026-03-10", succeeded: 1 },
      ],
    });
    const mended = await ended(world, (await scheduler.backfills.create(failed)).id);
    expect(mended.counts).toMatchObject({ planned: 4, present: 3, failed: 1 });
    expect(world.began).toEqual([...FOUR_DAYS, FOUR_DAYS[1]]);
    expect((await scheduler.instances.get(`shop.report@${FOUR_DAYS[1]}~`)).state).toBe("Terminated");
    const all = await ended(world, (await scheduler.backfills.create({ ...request, only: "all" })).id);
    expect(all.counts).toMatchObject({ planned: 4, present: 0, succeeded: 3, failed: 1 });
    expect(world.began).toHaveLength(9);
  });

  it("goes the newest first where asked, with as many at once as it may and no more", async () => {
    const world = await open();
    const { scheduler, hold, clock } = world;
    hold.is = true;
    const request = {
      jobKey: "shop.report",
      ...RANGE,
      to: "2026-03-10T12:00:00Z",
      order: "newest",
      atOnce: 3,
    };
    const { id } = await scheduler.backfills.create(request);
    await clock.advance(6000);
    expect([hold.now, hold.most]).toEqual([3, 3]);
    expect((await scheduler.backfills.get(id)).open).toHaveLength(3);
    hold.is = false;
    for (const letGo of hold.letGo) letGo();
    await ended(world, id);
    expect(world.began.toSorted().toReversed()).toEqual(FOUR_DAYS.toReversed());
    expect(world.began.at(-1)).toBe(FOUR_DAYS[0]);
    expect(hold.most).toBe(3);
  });

  it("creates no more in a minute than it may", async () => {
    const world = await open();
    const { scheduler, clock } = world;
    const request = { jobKey: "shop.report", ...RANGE, to: "2026-03-10T12:00:00Z", atOnce: 10, perMinute: 3 };
    const { id } = await scheduler.backfills.create(request);
    await clock.advance(50_000);
    expect(world.began).toHaveLength(3);
    await clock.advance(20_000);
    expect((await scheduler.backfills.get(id)).state).toBe("completed");
  });

  it("waits for room in a job that skips what finds it full, and loses no time for it", async () => {
    const world = await open({ maxConcurrency: 1 });
    const { scheduler, clock, hold } = world;
    hold.is = true;
    await scheduler.trigger("shop.report");
    await clock.advance(1000);
    const request = { jobKey: "shop.report", ...RANGE, to: "2026-03-10T12:00:00Z", atOnce: 5 };
    const { id } = await scheduler.backfills.create(request);
    await clock.advance(20_000);
    expect(world.began).toEqual(["by hand"]);
    hold.is = false;
    for (const letGo of hold.letGo) letGo();
    expect((await ended(world, id)).counts).toMatchObject({
      planned: 4,
      succeeded: 3,
      failed: 1,
      skipped: 0,
    });
    expect(hold.most).toBe(1);
    expect(world.began.slice(1)).toEqual(FOUR_DAYS);
  });

  it("is paused, slowed, resumed and cancelled, with its open runs where asked", async () => {
    const world = await open();
    const { scheduler, clock, hold } = world;
    hold.is = true;
    const { id } = await scheduler.backfills.create({ jobKey: "shop.report", ...RANGE, atOnce: 2 });
    await clock.advance(6000);
    expect(await scheduler.backfills.change(id, { state: "paused" })).toMatchObject({
      state: "paused",
      atOnce: 2,
    });
    for (const letGo of hold.letGo.splice(0)) letGo();
    await clock.advance(60_000);
    expect(world.began).toHaveLength(2);
    await scheduler.backfills.change(id, { state: "running", atOnce: 1 });
    await clock.advance(10_000);
    expect(world.began).toHaveLength(3);
    const cancelled = await scheduler.backfills.change(id, { state: "cancelled", cancelRuns: true });
    expect(cancelled.endedAt).toEqual(clock.now());
    await clock.advance(60_000);
    expect(world.began).toHaveLength(3);
    const [left = ""] = cancelled.open;
    expect((await scheduler.instances.get(left)).cancelRequestedAt).not.toBeNull();
    for (const letGo of hold.letGo) letGo();
    await expect(scheduler.backfills.change(id, { state: "running" })).rejects.toMatchObject({
      code: "backfill_ended",
    });
  });

  it("of an app makes up for all its recurring jobs, by time", async () => {
    const order: string[] = [];
    const noted = (key: string, cron: string): JobRegistration =>
      defineRecurringJob({
        key,
        cron,
        execute: ({ trigger }) =>
          void order.push(`${key} ${trigger.nominalTime?.toISOString().slice(5, 13)}`),
      });
    const world = await open({ disabled: true }, [
      noted("shop.a", "0 0 */12 * * *"),
      noted("shop.b", "0 0 */12 * * *"),
      defineTriggeredJob({ key: "shop.mail", execute: () => {} }),
    ]);
    const request = { app: "shop", from: "2026-03-09T00:00:00Z", to: "2026-03-10T00:00:00Z" };
    const { id } = await world.scheduler.backfills.create(request);
    expect((await ended(world, id)).counts).toMatchObject({ planned: 4, succeeded: 4 });
    expect(order).toEqual(["shop.a 03-09T00", "shop.b 03-09T00", "shop.a 03-09T12", "shop.b 03-09T12"]);
  });

  it("does not count times of which runs are no longer kept, unless asked", async () => {
    const world = await open({ retention: { maxAgeDays: 2 } });
    const request = { jobKey: "shop.report", ...RANGE, to: "2026-03-10T12:00:00Z" };
    expect(await world.scheduler.backfills.preview(request)).toMatchObject({
      planned: 4,
      unknown: 2,
      toCreate: 2,
    });
    const { id } = await world.scheduler.backfills.create(request);
    expect((await ended(world, id)).counts).toMatchObject({ planned: 4, unknown: 2, succeeded: 2 });
    const beyond = { ...request, beyondKept: true };
    expect(await world.scheduler.backfills.preview(beyond)).toMatchObject({
      unknown: 0,
      present: 2,
      toCreate: 2,
    });
  });

  it("gives its runs the arguments of their schedule, or its own", async () => {
    const monthly = { name: "monthly", cron: "0 0 6 7 * *", args: { kind: "monthly" } };
    const world = await open({ schedules: [monthly] });
    const { scheduler } = world;
    const request = { jobKey: "shop.report", ...RANGE, to: "2026-03-10T12:00:00Z" };
    await ended(world, (await scheduler.backfills.create(request)).id);
    expect(world.given).toEqual([null, { kind: "monthly" }, null, null, null]);
    const run = await scheduler.instances.get("shop.report@2026-03-06T22:00:00.000Z:monthly");
    expect(run.trigger).toMatchObject({ type: "backfill", schedule: "monthly" });
    const own = { ...request, only: "all", args: { kind: "again" } };
    await ended(world, (await scheduler.backfills.create(own)).id);
    expect(world.given.slice(5)).toEqual([1, 2, 3, 4, 5].map(() => ({ kind: "again" })));
    const ofApp = { ...own, jobKey: undefined, app: "shop" };
    await expect(scheduler.backfills.create(ofApp)).rejects.toMatchObject({ issues: [{ pointer: "/args" }] });
  });

  it("leaves an act when it begins and when it is changed", async () => {
    const { scheduler } = await open();
    const li = scheduler.as({
      kind: "user",
      name: "li",
      permissions: ["jobs:read", "runs:read", "runs:trigger"],
    });
    const { id } = await li.backfills.create({ jobKey: "shop.report", ...RANGE, note: "after the outage" });
    await li.backfills.change(id, { state: "paused" });
    const { items } = await scheduler.audit.list({ kind: "backfill" }, { limit: 10 });
    expect(items).toMatchObject([
      {
        by: { id: "user:li" },
        jobKey: "shop.report",
        changes: [{ pointer: "/state", before: '"running"', after: '"paused"' }],
      },
      { by: { id: "user:li" }, note: "after the outage", subject: { type: "backfill", id } },
    ]);
  });

  it.each<readonly [string, object, string]>([
    ["no job and no app", { jobKey: undefined }, "/jobKey"],
    ["both", { app: "shop" }, ""],
    ["an empty range", { to: RANGE.from }, "/to"],
    ["a range beyond now", { to: "2026-03-11T00:00:00Z" }, "/to"],
    ["a time without a zone", { from: "2026-03-06T00:00:00" }, "/from"],
    ["none at once", { atOnce: 0 }, "/atOnce"],
    ["too many at once", { atOnce: 101 }, "/atOnce"],
    ["an unknown order", { order: "random" }, "/order"],
    ["an unknown member", { force: true }, "/force"],
  ])("refuses %s, and says where it is", async (_, change, pointer) => {
    const { scheduler } = await open();
    const request = { jobKey: "shop.report", ...RANGE, ...change };
    for (const ask of [scheduler.backfills.create, scheduler.backfills.preview])
      await expect(ask(request)).rejects.toMatchObject({ code: "invalid_argument", issues: [{ pointer }] });
  });

  it("refuses an app without recurring jobs, such as one whose name is misspelled", async () => {
    const { scheduler } = await open();
    const request = { app: "shpo", ...RANGE };
    for (const ask of [scheduler.backfills.create, scheduler.backfills.preview])
      await expect(ask(request)).rejects.toMatchObject({ code: "job_not_found" });
    expect(await scheduler.backfills.list()).toEqual([]);
  });

  it("refuses a range of more than 10,000 fires, and more than 200 that have not ended", async () => {
    const { scheduler } = await open({ cron: "* * * * * *" });
    const request = { jobKey: "shop.report", from: "2026-03-10T00:00:00Z", to: "2026-03-10T02:46:41Z" };
    await expect(scheduler.backfills.preview(request)).rejects.toMatchObject({
      issues: [{ pointer: "/to", code: "too_many_fires", parameters: { max: 10_000, count: 10_001 } }],
    });
    const short = { ...request, to: "2026-03-10T00:00:01Z" };
    for (let made = 0; made < 200; made += 1) await scheduler.backfills.create(short);
    await expect(scheduler.backfills.create(short)).rejects.toMatchObject({
      issues: [{ code: "backfills_full" }],
    });
  });

  it("is for who may trigger in its app, and does not exist to others", async () => {
    const { scheduler } = await open();
    const of = (permissions: readonly string[], apps: readonly string[]): MoJobScheduler =>
      scheduler.as({
        kind: "user",
        name: "li",
        permissions: [],
        grants: permissions.map((permission) => ({ permission: permission as "runs:read", apps })),
      });
    const reads = ["jobs:read", "runs:read"];
    const request = { jobKey: "shop.report", ...RANGE };
    const { id } = await of([...reads, "runs:trigger"], ["shop"]).backfills.create(request);
    await expect(of(reads, ["shop"]).backfills.create(request)).rejects.toMatchObject({ code: "forbidden" });
    expect(await of(reads, ["shop"]).backfills.list()).toHaveLength(1);
    expect(await of(reads, ["mail"]).backfills.list()).toEqual([]);
    await expect(of(reads, ["mail"]).backfills.get(id)).rejects.toMatchObject({ code: "backfill_not_found" });
    await expect(of([...reads, "runs:trigger"], ["mail"]).backfills.create(request)).rejects.toMatchObject({
      code: "job_not_found",
    });
    const urgent = { ...request, priority: 1 };
    await expect(of([...reads, "runs:trigger"], ["shop"]).backfills.create(urgent)).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
