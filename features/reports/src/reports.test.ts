import { type JobInstance, type MoJobScheduler, Permission } from "@mojob/core";
import { ControlPlane, createEngine, type Duty, type Granted, permissionsOf, Role } from "@mojob/core/engine";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { describe, expect, it } from "vitest";
import { REPORTS } from "./mod.ts";

const A_DAY_MS = 86_400_000;
const AN_HOUR_MS = 3_600_000;
const never = new AbortController().signal;

interface Opened extends World {
  readonly plane: ControlPlane;
  readonly scheduler: MoJobScheduler;
  /** Records runs that have ended, by default this hour, and sums them up. */
  end(...runs: readonly Partial<JobInstance>[]): Promise<void>;
  pass(name: string): Promise<void>;
}

let ended = 0;

function open(features = [REPORTS], warnings: string[] = []): Opened {
  const world = createWorld();
  const engine = createEngine({
    ...world,
    tenant: "default",
    features,
    onWarning: (warning) => warnings.push(warning),
  });
  const plane = new ControlPlane(engine);
  const duty = (name: string): Duty => plane.duties.find((one) => one.name === name) as Duty;
  const pass = async (name: string): Promise<void> => void (await duty(name).run(never));
  return {
    ...world,
    plane,
    scheduler: plane.scheduler,
    pass,
    async end(...runs) {
      await world.store.instances.insert(runs.map(endedRun));
      await pass("roll-up");
    },
  };
}

function endedRun(overrides: Partial<JobInstance>): JobInstance {
  const completedAt = overrides.completedAt ?? START;
  const startedAt = new Date(completedAt.getTime() - 1000);
  return anInstance({
    id: `run-${(ended += 1)}`,
    app: "mail",
    jobKey: "mail.send",
    state: "Succeeded",
    createdAt: startedAt,
    enqueuedAt: startedAt,
    startedAt,
    completedAt,
    attempt: 1,
    worker: "one",
    ...overrides,
  });
}

const hoursAgo = (hours: number): Date => new Date(START.getTime() - hours * AN_HOUR_MS);

describe("reports", () => {
  it("have the processor time and the peak memory of runs that were measured, with those of parts, and none of others", async () => {
    const { scheduler, end } = open();
    const usage = (cpuMs: number | null, peakMemoryBytes: number | null) => ({
      usage: { attempt: 1, cpuMs, peakMemoryBytes },
    });
    await end(usage(300, 1000), usage(200, 4000), usage(50, null), {});
    await end({ jobKey: "mail.other" }, { ...usage(7, 9000), part: { of: "run-1", name: "0" } });
    const { total, before, subjects, buckets } = await scheduler.reports.report({ by: "job" });
    expect([total.cpuMs, total.peakMemoryBytes]).toEqual([557, 9000]);
    expect([before.cpuMs, before.peakMemoryBytes]).toEqual([null, null]);
    expect(subjects.map(({ id, total: of }) => [id, of.cpuMs, of.peakMemoryBytes])).toEqual([
      ["mail.send", 557, 9000],
      ["mail.other", null, null],
    ]);
    expect(buckets.filter(({ cpuMs }) => cpuMs !== null).map(({ cpuMs }) => cpuMs)).toEqual([557]);
    const { subjects: apps } = await scheduler.reports.report({ by: "app", range: "30d" });
    expect(apps[0]?.total).toMatchObject({ cpuMs: 557, peakMemoryBytes: 9000 });
  });

  it("of somebody who reads some apps are of the runs of these alone, whatever is asked for", async () => {
    const { scheduler, end } = open();
    await end({}, {}, { app: "shop", jobKey: "shop.close", worker: "two" });
    const permission = Permission.ReadRuns;
    const granted: Granted = { permissions: [], grants: [{ permission, apps: ["shop"] }] };
    const li = scheduler.as({ kind: "user", name: "li", ...granted });
    for (const by of ["tenant", "app", "job", "executor"]) {
      const { total, subjects, busiest } = await li.reports.report({ by });
      expect([by, total.runs, busiest.reduce((sum, { runs }) => sum + runs, 0)]).toEqual([by, 1, 1]);
      expect(subjects.map(({ app }) => app)).toEqual(by === "tenant" ? [] : ["shop"]);
    }
    for (const query of [{ app: "mail" }, { jobKey: "mail.send" }, { executor: "one" }])
      expect((await li.reports.report(query)).total.runs).toBe(0);
    expect((await scheduler.scoped("mail").reports.report({})).total.runs).toBe(2);
    const nobody = scheduler.as({ kind: "token", name: "ci", permissions: [Permission.ReadJobs] });
    await expect(nobody.reports.report({})).rejects.toMatchObject({ code: "forbidden" });
  });

  it("say of each job and workflow how often it ran, failed and succeeded, how long that took, and with which codes", async () => {
    const { scheduler, end } = open();
    const lasted = (ms: number): Partial<JobInstance> => ({
      startedAt: new Date(START.getTime() - ms),
      createdAt: new Date(START.getTime() - ms),
      enqueuedAt: new Date(START.getTime() - ms),
    });
    const failed = (code: string): Partial<JobInstance> => ({
      state: "Terminated",
      reason: { code: "no_retries" },
      error: { code, message: "It failed" },
      errorSummary: { code, message: "It failed" } as never,
    });
    await end(
      lasted(1000),
      lasted(4000),
      { ...lasted(1000), ...failed("timeout") },
      { ...lasted(2000), ...failed("timeout") },
      { ...lasted(2000), ...failed("exit_code") },
      { ...lasted(9000), jobKey: "nightly", worker: null },
    );
    const { subjects } = await scheduler.reports.report({ by: "job" });
    const statistics = subjects.map(({ id, total }) => ({
      id,
      counts: total.runs,
      failed: total.terminated,
      success: total.succeeded,
      max: total.duration.maxMs,
      mean: total.duration.meanMs,
      codes: total.codes,
    }));
    expect(statistics).toEqual([
      {
        id: "mail.send",
        counts: 5,
        failed: 3,
        success: 2,
        max: 4000,
        mean: 2000,
        codes: [
          { name: "timeout", count: 2 },
          { name: "exit_code", count: 1 },
        ],
      },
      { id: "nightly", counts: 1, failed: 0, success: 1, max: 9000, mean: 9000, codes: [] },
    ]);
  });

  it("are by app, job, node, executor and tag, and of one of them", async () => {
    const { scheduler, end, define } = open();
    await define(
      aDefinition({ options: { tags: ["night", "money"] } }),
      aDefinition({ key: "shop.close", app: "shop", options: { tags: ["night"] } }),
    );
    const part = (name: string): Partial<JobInstance> => ({
      part: { of: "nightly-run", name },
      worker: "two",
    });
    await end(
      { id: "nightly-run", jobKey: "nightly", worker: null },
      // Of a job with a definition of its own, and of one that the task holds.
      { ...part("load:3"), trigger: { type: "task", of: "nightly-run" } },
      { ...part("check"), jobKey: "nightly#check@7", trigger: { type: "task", of: "nightly-run" } },
      { ...part("0"), jobKey: "nightly", trigger: { type: "broadcast", of: "nightly-run" } },
      {},
      { app: "shop", jobKey: "shop.close" },
    );
    const named = async (query: object): Promise<unknown> =>
      (await scheduler.reports.report(query)).subjects
        .map(({ id, total }) => [id, total.runs, total.workMs])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    expect(await named({ by: "app" })).toEqual([
      ["mail", 2, 4000],
      ["shop", 1, 1000],
    ]);
    expect(await named({ by: "job" })).toEqual([
      ["mail.send", 1, 1000],
      ["nightly", 1, 3000],
      ["shop.close", 1, 1000],
    ]);
    expect(await named({ by: "node" })).toEqual([
      ["nightly#check", 1, 1000],
      ["nightly#load", 1, 1000],
    ]);
    expect(await named({ by: "node", jobKey: "other" })).toEqual([]);
    expect(await named({ by: "executor" })).toEqual([
      ["one", 1, 1000],
      ["one", 1, 1000],
      ["two", 3, 3000],
    ]);
    expect(await named({ by: "tag" })).toEqual([
      ["money", 1, 1000],
      ["night", 2, 2000],
    ]);
    expect(await named({ by: "job", tag: "money" })).toEqual([["mail.send", 1, 1000]]);
    expect(await named({ by: "app", tag: "night" })).toEqual([
      ["mail", 1, 1000],
      ["shop", 1, 1000],
    ]);
    expect((await scheduler.reports.report({ executor: "two" })).total.runs).toBe(3);
    expect((await scheduler.reports.report({ jobKey: "nightly", tag: "night" })).total.runs).toBe(0);
  });

  it("compare with the time before, and list what got worse by how much", async () => {
    const { scheduler, end } = open();
    const slow = (
      jobKey: string,
      seconds: number,
      at: Date,
      state: "Succeeded" | "Terminated" = "Succeeded",
    ) => ({
      jobKey,
      state,
      completedAt: at,
      startedAt: new Date(at.getTime() - seconds * 1000),
    });
    await end(
      slow("a", 10, hoursAgo(30)),
      slow("a", 100, hoursAgo(1)),
      slow("b", 10, hoursAgo(30)),
      slow("b", 11, hoursAgo(1), "Terminated"),
      slow("c", 10, hoursAgo(30), "Terminated"),
      slow("c", 1, hoursAgo(1)),
      slow("new", 5, hoursAgo(1)),
    );
    const { total, before, buckets, grain } = await scheduler.reports.report({ range: "24h" });
    expect([total.runs, total.terminated, before.runs, before.terminated]).toEqual([4, 1, 3, 1]);
    expect([grain, buckets.length, buckets.reduce((sum, { runs }) => sum + runs, 0)]).toEqual([
      "hour",
      25,
      4,
    ]);
    const worst = await scheduler.reports.worst({ range: "24h" });
    expect(worst.failures.map(({ id, change }) => [id, change])).toEqual([["b", 1]]);
    expect(worst.duration.map(({ id }) => id)).toEqual(["a", "b"]);
    expect(worst.duration[0]?.change).toBeGreaterThan(85_000);
    await expect(scheduler.reports.worst({ by: "tenant" })).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });

  it("of more than 7 days are by days, and so are those of which hours are not kept", async () => {
    const { scheduler, end } = open();
    await end({ completedAt: hoursAgo(24 * 20) }, {});
    const { grain, total, buckets, busiest } = await scheduler.reports.report({ range: "30d" });
    expect([grain, total.runs, buckets.length, busiest]).toEqual(["day", 2, 31, []]);
    const old = await scheduler.reports.report({
      from: hoursAgo(24 * 100),
      to: hoursAgo(24 * 99),
    });
    expect(old.grain).toBe("day");
  });

  it("keep what retention removes, and retention keeps what is not summed up yet", async () => {
    const { scheduler, end, pass, define, store, clock, instances } = open();
    await define(aDefinition({ options: { retention: { maxInstances: 0 } } }));
    await end({}, {});
    await store.instances.insert([endedRun({})]);
    await pass("retain");
    expect(await instances()).toHaveLength(1);
    await pass("roll-up");
    await pass("retain");
    expect(await instances()).toEqual([]);
    expect((await scheduler.reports.report({})).total.runs).toBe(3);
    // One that has not moved for a day no longer makes the store grow.
    await store.instances.insert([endedRun({})]);
    await clock.advance(A_DAY_MS);
    await pass("retain");
    expect(await instances()).toEqual([]);
  });

  it("forget sums of hours and days in their time", async () => {
    const { scheduler, end, pass, store, clock } = open();
    await scheduler.settings.change({ retention: { hourlyReportDays: 8, dailyReportDays: 31 } }, null);
    await end({});
    const rows = async (grain: "hour" | "day" | "week" | "four_weeks"): Promise<number> =>
      (
        await store.rollups.list({
          tenant: "default",
          grain,
          kind: "tenant",
          from: new Date(0),
          before: new Date(START.getTime() + A_DAY_MS),
          limit: 9,
        })
      ).length;
    const after = async (days: number): Promise<readonly number[]> => {
      await clock.advance(days * A_DAY_MS);
      await pass("roll-up");
      return [await rows("hour"), await rows("day"), await rows("week"), await rows("four_weeks")];
    };
    expect(await after(7)).toEqual([1, 1, 1, 1]);
    expect(await after(2)).toEqual([0, 1, 1, 1]);
    expect(await after(24)).toEqual([0, 0, 1, 1]);
    expect(await after(7)).toEqual([0, 0, 0, 1]);
    expect(await after(28)).toEqual([0, 0, 0, 0]);
  });

  it("keep sums where fewer runs are kept, and say so", async () => {
    const warnings: string[] = [];
    const { scheduler, end, pass, define } = open([REPORTS], warnings);
    await end({}, {}, { completedAt: hoursAgo(24) });
    await define(aDefinition({ options: { retention: { maxInstances: 1 } } }));
    await pass("retain");
    expect((await scheduler.reports.rebuild(hoursAgo(48))).rebuild).not.toBeNull();
    await pass("roll-up");
    expect(warnings).toEqual([expect.stringContaining("choose a later day")]);
    expect((await scheduler.reports.state()).rebuild).toBeNull();
    expect((await scheduler.reports.report({ range: "7d" })).total.runs).toBe(3);
  });

  it("of long times are those of every run in them, also after sums were made again from a day within a week on", async () => {
    const { scheduler, end, pass, store } = open();
    const runs = Array.from({ length: 400 }, (_, index) => ({
      jobKey: `job-${index % 3}`,
      daysAgo: (index * 37) % 190,
      isFailed: index % 7 === 0,
    }));
    await end(
      ...runs.map(({ jobKey, daysAgo, isFailed }) => ({
        jobKey,
        completedAt: new Date(START.getTime() - daysAgo * A_DAY_MS - (daysAgo % 24) * AN_HOUR_MS),
        state: isFailed ? ("Terminated" as const) : ("Succeeded" as const),
      })),
    );
    const from = Math.floor((START.getTime() - 90 * A_DAY_MS) / A_DAY_MS) * A_DAY_MS;
    const counted = ["job-0", "job-1", "job-2"].map((jobKey) => {
      const of = runs.filter((run) => run.jobKey === jobKey);
      const isNow = ({ daysAgo }: (typeof runs)[number]): boolean =>
        START.getTime() - daysAgo * A_DAY_MS - (daysAgo % 24) * AN_HOUR_MS >= from;
      const isBefore = (run: (typeof runs)[number]): boolean =>
        !isNow(run) &&
        START.getTime() - run.daysAgo * A_DAY_MS - (run.daysAgo % 24) * AN_HOUR_MS >= from - 91 * A_DAY_MS;
      const failed = (some: typeof runs): number => some.filter(({ isFailed }) => isFailed).length;
      const [now, before] = [of.filter(isNow), of.filter(isBefore)];
      return [jobKey, now.length, failed(now), before.length, failed(before)];
    });
    const reported = async (): Promise<unknown> => {
      const { subjects, subjectsTotal } = await scheduler.reports.report({ range: "90d", by: "job" });
      expect(subjectsTotal).toBe(3);
      return subjects
        .map(({ id, total, before }) => [id, total.runs, total.terminated, before.runs, before.terminated])
        .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    };
    expect(await reported()).toEqual(counted);
    for (const days of [45, 17]) {
      await scheduler.reports.rebuild(new Date(START.getTime() - days * A_DAY_MS));
      await pass("roll-up");
      expect((await scheduler.reports.state()).rebuild).toBeNull();
      expect(await reported()).toEqual(counted);
    }
    expect((await store.rollups.state("default")).generations).toHaveLength(2);
  });

  it("find the job that got slower most among many, and the one that fails more", async () => {
    const { scheduler, end } = open();
    const took = (jobKey: string, ms: number, at: Date): Partial<JobInstance> => ({
      jobKey,
      completedAt: at,
      startedAt: new Date(at.getTime() - ms),
    });
    const many = Array.from({ length: 120 }, (_, index) => `job-${index}`);
    await end(
      ...many.flatMap((key, index) =>
        [1, 2, 3].flatMap((hours) => [
          took(key, 1000 + index, hoursAgo(24 + hours)),
          took(key, key === "job-77" ? 60_000 : 1000 + index, hoursAgo(hours)),
        ]),
      ),
      { ...took("job-99", 1000, hoursAgo(2)), state: "Terminated" },
    );
    const worst = await scheduler.reports.worst({ range: "24h" });
    expect(worst.duration[0]).toMatchObject({ id: "job-77" });
    expect(worst.duration[0]?.change).toBeGreaterThan(55_000);
    expect(worst.failures).toMatchObject([{ id: "job-99", now: 1, before: 0, change: 1 }]);
    const { subjects, subjectsTotal } = await scheduler.reports.report({ range: "24h", by: "job" });
    expect([subjects.length, subjectsTotal, subjects[0]?.id]).toEqual([100, 120, "job-99"]);
  });

  it("are made again by somebody who may do so in the whole tenant", async () => {
    const { scheduler } = open();
    const admin = scheduler.as({ kind: "user", name: "li", permissions: permissionsOf(Role.Admin) });
    await expect(admin.scoped("mail").reports.rebuild(START)).rejects.toMatchObject({ code: "forbidden" });
    const viewer = scheduler.as({ kind: "user", name: "wu", permissions: permissionsOf(Role.Viewer) });
    await expect(viewer.reports.rebuild(START)).rejects.toMatchObject({ code: "forbidden" });
    await admin.reports.rebuild(START);
    const { items } = await scheduler.audit.list({ kind: "rebuild_reports" }, { limit: 2 });
    expect(items).toMatchObject([{ by: { id: "user:li" }, changes: [{ pointer: "/since" }] }]);
  });

  it("count each run once where two control planes sum up at the same time", async () => {
    const { store, plane, scheduler } = open();
    const other = new ControlPlane(createEngine({ ...plane.engine, store, features: [REPORTS] }));
    const passOf = ({ duties }: ControlPlane) => duties.find(({ name }) => name === "roll-up")?.run(never);
    for (let round = 0; round < 20; round += 1) {
      await store.instances.insert(Array.from({ length: 60 }, () => endedRun({})));
      await Promise.all([passOf(plane), passOf(other), passOf(plane)]);
    }
    expect((await scheduler.reports.report({})).total).toMatchObject({
      runs: 1200,
      duration: { count: 1200, maxMs: 1000 },
    });
  });
});
