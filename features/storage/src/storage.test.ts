import { type JobInstance, type MoJobScheduler, Permission } from "@mojob/core";
import { ControlPlane, createEngine, type Duty, type Granted } from "@mojob/core/engine";
import type { DutyPass } from "@mojob/core/feature";
import { type JobLogLine, LogLevel } from "@mojob/core/ports";
import { REPORTS } from "@mojob/reports";
import { aDefinition, anAct, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { describe, expect, it } from "vitest";
import { MEASURED_EVERY_MS } from "./measure-duty.ts";
import { STORAGE } from "./mod.ts";

const A_MINUTE_MS = 60_000;
const never = new AbortController().signal;
const FILE_LIMITS = { mostBytes: 1_000_000, mostFiles: 10 };

interface Opened extends World {
  readonly scheduler: MoJobScheduler;
  /** Ended runs, each created a minute before the next one, with so many lines and bytes of a file each. */
  keep(
    jobKey: string,
    runs: number,
    each: { readonly lines?: number; readonly bytes?: number },
  ): Promise<void>;
  /** Runs the duty until it has nothing left. */
  measure(): Promise<void>;
  pass(name: string): Promise<void>;
}

async function open(...keys: readonly string[]): Promise<Opened> {
  const world = createWorld();
  await world.define(...keys.map((key) => aDefinition({ key, app: key.split(".")[0] ?? "" })));
  const plane = new ControlPlane(createEngine({ ...world, tenant: "default", features: [STORAGE, REPORTS] }));
  const duty = (name: string): Duty => plane.duties.find((one) => one.name === name) as Duty;
  return {
    ...world,
    scheduler: plane.scheduler,
    async keep(jobKey, runs, { lines = 0, bytes = 0 }) {
      const app = jobKey.split(".")[0] ?? "";
      for (let index = 0; index < runs; index += 1) {
        const at = new Date(START.getTime() - (runs - index) * A_MINUTE_MS);
        const id = `${jobKey}-${index}`;
        await world.store.instances.insert([endedRun({ id, jobKey, app, createdAt: at, completedAt: at })]);
        await world.store.logs.append(Array.from({ length: lines }, (_, line) => lineOf(id, line + 1)));
        if (bytes > 0)
          await world.store.files.put(
            { tenant: "default", instanceId: id, name: "a" },
            zeros(bytes),
            FILE_LIMITS,
          );
      }
    },
    async measure() {
      let pass: DutyPass | void;
      do pass = await duty("measure-storage").run(never);
      while (pass?.nextInMs !== A_MINUTE_MS);
    },
    pass: async (name) => void (await duty(name).run(never)),
  };
}

function endedRun(overrides: Partial<JobInstance>): JobInstance {
  return anInstance({ state: "Succeeded", attempt: 1, ...overrides });
}

function lineOf(instanceId: string, seq: number): JobLogLine {
  return {
    tenant: "default",
    instanceId,
    seq,
    at: START,
    attempt: 1,
    level: LogLevel.Info,
    message: "x".repeat(100),
  };
}

async function* zeros(bytes: number): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(bytes);
}

function json(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

describe("storage", () => {
  it("is what the runs, logs and files of a job take, byte for byte where they are few", async () => {
    const place = await open("shop.close");
    await place.keep("shop.close", 12, { lines: 3, bytes: 1000 });
    await place.measure();
    const runs = await place.instances();
    const view = await place.scheduler.storage.read();
    expect(view.jobs).toEqual([
      {
        key: "shop.close",
        app: "shop",
        runs: { items: 12, bytes: runs.reduce((sum, run) => sum + json(run), 0) },
        logs: { items: 12, bytes: runs.reduce((sum, { id }) => sum + 3 * json(lineOf(id, 1)), 0) },
        files: { items: 12, bytes: 12_000 },
        isEstimate: false,
        measuredAt: START,
      },
    ]);
    expect(view).toMatchObject({ unmeasured: 0, measuredAt: START, runs: view.jobs[0]?.runs });
  });

  it("follows from a sample where they are many", async () => {
    const place = await open("shop.close");
    await place.keep("shop.close", 150, { lines: 2, bytes: 500 });
    await place.measure();
    const { jobs } = await place.scheduler.storage.read();
    expect(jobs[0]).toMatchObject({
      isEstimate: true,
      runs: { items: 150 },
      logs: { items: 150 },
      files: { items: 150, bytes: 75_000 },
    });
    const exact = (await place.instances()).reduce((sum, run) => sum + json(run), 0);
    expect(jobs[0]?.runs.bytes).toBeGreaterThan(exact * 0.9);
    expect(jobs[0]?.runs.bytes).toBeLessThan(exact * 1.1);
  });

  it("counts history and reports of the whole tenant", async () => {
    const place = await open("shop.close");
    await place.keep("shop.close", 3, {});
    await place.pass("roll-up");
    const acts = [1, 2].map((number) => anAct({ id: `act-${number}`, at: START }));
    await place.store.history.append(acts);
    await place.measure();
    const { history, reports, retention } = await place.scheduler.storage.read();
    expect(history?.items).toBe(2);
    expect(history?.bytes).toBeGreaterThan(100);
    expect(reports?.items).toBeGreaterThanOrEqual(4);
    expect(retention).toEqual({
      historyDays: 400,
      maxActs: 200_000,
      hourlyReportDays: 90,
      dailyReportDays: 400,
    });
  });

  it("is shown of the apps that the caller sees, those with most bytes first, and at most so many", async () => {
    const place = await open("shop.close", "shop.open", "mail.send");
    await place.keep("shop.close", 1, { lines: 1 });
    await place.keep("shop.open", 1, { lines: 9 });
    await place.keep("mail.send", 1, { lines: 5 });
    await place.measure();
    const keys = async (of: MoJobScheduler, query?: object): Promise<readonly string[]> =>
      (await of.storage.read(query)).jobs.map(({ key }) => key);
    expect(await keys(place.scheduler)).toEqual(["shop.open", "mail.send", "shop.close"]);
    expect(await keys(place.scheduler, { limit: 1 })).toEqual(["shop.open"]);
    expect(await keys(place.scheduler, { app: "mail" })).toEqual(["mail.send"]);
    const granted: Granted = {
      permissions: [],
      grants: [{ permission: Permission.ReadSystem, apps: ["shop"] }],
    };
    const li = place.scheduler.as({ kind: "user", name: "li", ...granted });
    expect(await keys(li)).toEqual(["shop.open", "shop.close"]);
    expect(await li.storage.read()).toMatchObject({ history: null, reports: null, unmeasured: 0 });
    const nobody = place.scheduler.as({ kind: "token", name: "ci", permissions: [Permission.ReadJobs] });
    await expect(nobody.storage.read()).rejects.toMatchObject({ code: "forbidden" });
    for (const limit of [0, 1.5, 201, Number.NaN])
      await expect(place.scheduler.storage.read({ limit })).rejects.toMatchObject({
        code: "invalid_argument",
      });
  });

  it("is measured again soon in a new deployment, and then once an hour", async () => {
    const place = await open("shop.close");
    await place.measure();
    await place.keep("shop.close", 4, {});
    const known = async (): Promise<number> => (await place.scheduler.storage.read()).runs.items;
    await place.clock.advance(A_MINUTE_MS);
    await place.measure();
    expect(await known()).toBe(4);
    for (const minutes of [2, 4, 8, 16, 32]) {
      await place.clock.advance(minutes * A_MINUTE_MS);
      await place.measure();
    }
    await place.clock.advance(MEASURED_EVERY_MS - 1);
    const before = (await place.scheduler.storage.read()).measuredAt;
    await place.measure();
    expect((await place.scheduler.storage.read()).measuredAt).toEqual(before);
    await place.clock.advance(1);
    await place.measure();
    expect((await place.scheduler.storage.read()).measuredAt).not.toEqual(before);
  });

  it("is measured again after an hour, once by all processes, and forgotten with its job", async () => {
    const place = await open("shop.close", "shop.open");
    await place.measure();
    expect((await place.scheduler.storage.read()).runs.items).toBe(0);
    await place.keep("shop.close", 4, {});
    await place.measure();
    expect((await place.scheduler.storage.read()).runs.items).toBe(0);
    await place.clock.advance(MEASURED_EVERY_MS);
    await place.measure();
    expect((await place.scheduler.storage.read()).runs.items).toBe(4);
    const { definition } = await place.scheduler.jobs.get("shop.close");
    await place.scheduler.jobs.remove("shop.close", definition.revision);
    expect((await place.scheduler.storage.read()).jobs.map(({ key }) => key)).toEqual(["shop.open"]);
    await place.clock.advance(MEASURED_EVERY_MS);
    await place.measure();
    expect((await place.scheduler.storage.read()).jobs.map(({ key }) => key)).toEqual(["shop.open"]);
  });
});
