import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineTriggeredJob, type IMoJobScheduleMetadataStore, type MoJobScheduler } from "@mojob/core";
import { type Granted, permissionsOf, Role } from "@mojob/core/engine";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { WINDOWS } from "./mod.ts";

const HOUR_MS = 3_600_000;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openInFile(): Promise<IMoJobScheduleMetadataStore> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-windows-"));
  const stores = await openSqlite(join(folder, "jobs.db"));
  closing.push(async () => {
    await stores.close();
    rmSync(folder, { recursive: true });
  });
  return stores.store;
}

const STORES = {
  memory: () => Promise.resolve(new MetadataStoreInMemoryProvider()),
  SQLite: openInFile,
} as const;

function granted(role: Role, apps: readonly string[]): Granted {
  const permissions = permissionsOf(role);
  if (apps.length === 0) return { permissions };
  return { permissions: [], grants: permissions.map((permission) => ({ permission, apps })) };
}

function inHours(hours: number): Date {
  return new Date(Date.now() + hours * HOUR_MS);
}

function request(more: object = {}): object {
  return { name: "Release 7", apps: ["shop"], until: inHours(2), reason: "The schema changes", ...more };
}

describe.each(Object.entries(STORES))("windows in %s", (_, openStore) => {
  async function open() {
    const store = await openStore();
    const { scheduler, close } = await startEmbedded({ app: "shop", store, jobs: [], features: [WINDOWS] });
    closing.push(close);
    for (const app of ["billing", "shop"])
      await scheduler.jobs.create({
        key: `${app}.close`,
        app,
        kind: "recurring",
        options: { cron: "0 30 * * * *", tags: [app] },
      });
    return {
      store,
      scheduler,
      as: (name: string, role: Role, ...apps: readonly string[]): MoJobScheduler =>
        scheduler.as({ kind: "user", name, ...granted(role, apps) }),
    };
  }

  it("keep no more of a job than that it rests, and are over when they are ended", async () => {
    const { scheduler, store } = await open();
    const before = await store.definitions.getAll("default");
    const window = await scheduler.windows.create(request());
    const { window: shown, nextFire } = await scheduler.jobs.get("shop.close");
    expect(shown).toEqual({ id: window.id, name: "Release 7", until: window.until });
    expect(nextFire!.getTime()).toBeGreaterThan(window.until!.getTime());
    expect((await scheduler.jobs.get("billing.close")).window).toBeNull();
    await scheduler.jobs.update("shop.close", { priority: 1 }, 1);
    const ended = await scheduler.windows.end(window.id, [1]);
    expect(ended.until!.getTime()).toBeLessThan(Date.now() + 5000);
    const [after] = (await store.definitions.getAll("default")).filter(({ key }) => key === "shop.close");
    expect(after).not.toHaveProperty("windows");
    expect(await store.definitions.getMany("default", ["billing.close"])).toEqual(
      before.filter(({ key }) => key === "billing.close"),
    );
    expect((await scheduler.jobs.get("shop.close")).nextFire!.getTime()).toBeLessThan(Date.now() + HOUR_MS);
    await expect.poll(() => scheduler.windows.list(), { timeout: 5000 }).toEqual([]);
    expect(await scheduler.windows.list({ after: new Date(0) })).toMatchObject([
      { id: window.id, revision: 2 },
    ]);
    await expect(scheduler.windows.change(window.id, { name: "x" }, null)).rejects.toMatchObject({
      code: "window_over",
    });
  });

  it("are removed where they have not opened, and changed only as they were read", async () => {
    const { scheduler } = await open();
    const from = inHours(1);
    const { id } = await scheduler.windows.create(request({ from }));
    const renamed = await scheduler.windows.change(id, { name: "Release 8", until: inHours(3) }, [1]);
    expect(renamed).toMatchObject({ name: "Release 8", revision: 2, from });
    await expect(scheduler.windows.change(id, { name: "x" }, [1])).rejects.toMatchObject({
      code: "stale_revision",
    });
    await scheduler.windows.end(id, null);
    await expect(scheduler.windows.get(id)).rejects.toMatchObject({ code: "window_not_found" });
  });

  it("are for the jobs that have their app, key and tag", async () => {
    const { scheduler } = await open();
    const restsOf = async (selector: object): Promise<readonly string[]> => {
      const { id } = await scheduler.windows.create(request({ apps: null, ...selector }));
      const jobs = await scheduler.jobs.list({}, { limit: 10 });
      await scheduler.windows.end(id, null);
      await expect.poll(() => scheduler.windows.list(), { timeout: 5000 }).toEqual([]);
      return jobs.items.filter(({ window }) => window !== null).map(({ definition }) => definition.key);
    };
    expect(await restsOf({})).toEqual(["billing.close", "shop.close"]);
    expect(await restsOf({ jobs: ["bill*"] })).toEqual(["billing.close"]);
    expect(await restsOf({ tags: ["shop", "none"] })).toEqual(["shop.close"]);
    expect(await restsOf({ jobs: ["bill*"], tags: ["shop"] })).toEqual([]);
  });

  it("are made by who pauses jobs in each of their apps, and silence where alarms are handled", async () => {
    const { scheduler, as } = await open();
    const [li, all] = [as("li", Role.Operator, "shop"), as("wu", Role.Operator)];
    const { id } = await li.windows.create(request());
    for (const selector of [
      { apps: null },
      { apps: ["shop", "billing"] },
      { apps: null, jobs: ["shop.close"] },
    ])
      await expect(li.windows.create(request(selector))).rejects.toMatchObject({ code: "forbidden" });
    expect(await all.windows.create(request({ apps: null, from: inHours(1), silences: true }))).toMatchObject(
      {
        by: "user:wu",
      },
    );
    const pauses = scheduler.as({ kind: "user", name: "mo", permissions: ["jobs:read", "jobs:pause"] });
    await expect(pauses.windows.create(request({ silences: true }))).rejects.toMatchObject({
      code: "forbidden",
    });
    for (const apps of [null, ["shop"], ["billing", "shop"]])
      await expect(scheduler.scoped("billing").windows.create(request({ apps }))).rejects.toMatchObject({
        code: "forbidden",
      });
    const other = as("zo", Role.Operator, "billing");
    expect((await other.windows.list()).map(({ apps }) => apps)).toEqual([null]);
    await expect(other.windows.end(id, null)).rejects.toMatchObject({ code: "window_not_found" });
    const [wide] = await other.windows.list();
    await expect(other.windows.end(wide!.id, null)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("say before they are made which fires they leave out", async () => {
    const { scheduler, as } = await open();
    const from = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS);
    const until = new Date(from.getTime() + 24 * HOUR_MS);
    const asked = request({ apps: null, from, until });
    const effect = await scheduler.windows.preview(asked);
    const hit = { leftOut: 24, next: new Date(until.getTime() + HOUR_MS / 2) };
    expect(effect).toMatchObject({ jobs: 2, countedTo: until, leftOut: 48 });
    expect(effect.mostHit).toEqual([
      { jobKey: "billing.close", ...hit },
      { jobKey: "shop.close", ...hit },
    ]);
    expect(await as("li", Role.Viewer, "shop").windows.preview(asked)).toMatchObject({
      jobs: 1,
      leftOut: 24,
    });
    const once = await scheduler.windows.preview({ ...asked, jobs: ["shop.close"], fires: "fireOnce" });
    expect(once).toMatchObject({ jobs: 1, leftOut: 23 });
    const nightly = { cron: "0 0 2 * * *", timeZone: "Asia/Shanghai", durationMs: 2 * HOUR_MS };
    const week = new Date(from.getTime() + 7 * 24 * HOUR_MS);
    expect(await scheduler.windows.preview({ ...asked, until: week, repeats: nightly })).toMatchObject({
      leftOut: 2 * 2 * 7,
    });
    expect(await scheduler.windows.list()).toEqual([]);
  });

  it.each([
    ["no end", { until: null }, "/until"],
    ["an end that is over", { until: inHours(-1) }, "/until"],
    ["an end before the beginning", { from: inHours(3) }, "/until"],
    ["a beginning that is over", { from: inHours(-1) }, "/from"],
    ["more than 92 days", { until: inHours(93 * 24) }, "/until"],
    ["no reason", { reason: " " }, "/reason"],
    ["no app", { apps: [] }, "/apps"],
    ["an unknown name", { effect: "hold" }, "/effect"],
    ["other fires", { fires: "fireAll" }, "/fires"],
    [
      "a window of seconds",
      { repeats: { cron: "0 0 2 * * *", timeZone: "UTC", durationMs: 1 } },
      "/repeats/durationMs",
    ],
  ])("are refused with %s", async (_name, wrong, pointer) => {
    const { scheduler } = await open();
    await expect(scheduler.windows.create(request(wrong))).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [expect.objectContaining({ pointer }) as object],
    });
  });

  it("are refused where they open again before they have closed", async () => {
    const { scheduler } = await open();
    const repeats = { cron: "0 * * * * *", timeZone: "UTC", durationMs: 60_000 };
    await expect(scheduler.windows.create(request({ repeats }))).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer: "/repeats/durationMs", code: "too_large", parameters: { max: 59_999 } }],
    });
  });

  it("are refused with a time that comes again and cannot be read", async () => {
    const { scheduler } = await open();
    const repeats = { cron: "never", timeZone: "UTC", durationMs: HOUR_MS };
    await expect(scheduler.windows.create(request({ repeats }))).rejects.toMatchObject({
      code: "invalid_cron",
    });
    expect(await scheduler.windows.list()).toEqual([]);
  });
});

it("what one held begins after it, also where nothing ran at its end", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mojob-windows-"));
  closing.push(() => Promise.resolve(rmSync(folder, { recursive: true })));
  const ran: string[] = [];
  const send = defineTriggeredJob({ key: "send", execute: () => void ran.push("send") });
  const open = async () => {
    const stores = await openSqlite(join(folder, "jobs.db"));
    const { store, state } = stores;
    const embedded = await startEmbedded({ app: "shop", store, state, jobs: [send], features: [WINDOWS] });
    const close = async (): Promise<void> => {
      await embedded.close();
      await stores.close();
    };
    return { scheduler: embedded.scheduler, close };
  };
  const first = await open();
  const until = new Date(Date.now() + 2500);
  await first.scheduler.windows.create(request({ until, holds: "runs" }));
  const run = (await first.scheduler.trigger("send")).instance;
  await expect.poll(async () => (await first.scheduler.instances.get(run.id)).reason?.code).toBe("held");
  await first.close();
  await new Promise((resolve) => setTimeout(resolve, until.getTime() - Date.now() + 500));
  const second = await open();
  closing.push(() => second.close());
  await expect
    .poll(async () => (await second.scheduler.instances.get(run.id)).state, { timeout: 10_000 })
    .toBe("Succeeded");
  expect(ran).toEqual(["send"]);
});

it("at most 200 are not over", async () => {
  const { scheduler, close } = await startEmbedded({
    app: "shop",
    inMemory: true,
    jobs: [],
    features: [WINDOWS],
  });
  closing.push(close);
  for (let made = 0; made < 200; made += 1) await scheduler.windows.create(request({ from: inHours(1) }));
  await expect(scheduler.windows.create(request())).rejects.toMatchObject({ code: "invalid_argument" });
});

it("at most 20 of those that are not over come again", async () => {
  const { scheduler, close } = await startEmbedded({
    app: "shop",
    inMemory: true,
    jobs: [],
    features: [WINDOWS],
  });
  closing.push(close);
  const repeats = { cron: "0 0 2 * * *", timeZone: "UTC", durationMs: HOUR_MS };
  for (let made = 0; made < 20; made += 1) await scheduler.windows.create(request({ repeats }));
  await expect(scheduler.windows.create(request({ repeats }))).rejects.toMatchObject({
    issues: [{ pointer: "/repeats", code: "windows_full" }],
  });
  await scheduler.windows.create(request());
});
