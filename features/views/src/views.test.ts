import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IMoJobScheduleMetadataStore, MoJobScheduler } from "@mojob/core";
import {
  createEngine,
  createScheduler,
  type Granted,
  permissionsOf,
  Role,
  type RunningProcess,
} from "@mojob/core/engine";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { createWorld } from "@mojob/test-fixtures/world";
import { afterEach, describe, expect, it } from "vitest";
import { VIEWS } from "./mod.ts";

const FAILED = { name: "Failed", page: "runs", filter: { state: "Terminated" } } as const;
const SHARED = { ...FAILED, isShared: true } as const;

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function openInFile(): Promise<IMoJobScheduleMetadataStore> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-views-"));
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

/** Somebody with a role, in every app or in some. */
type AsPerson = (name: string, role: Role, ...apps: readonly string[]) => MoJobScheduler;

interface Opened {
  readonly scheduler: MoJobScheduler;
  readonly as: AsPerson;
}

function granted(role: Role, apps: readonly string[]): Granted {
  const permissions = permissionsOf(role);
  if (apps.length === 0) return { permissions };
  return { permissions: [], grants: permissions.map((permission) => ({ permission, apps })) };
}

const namesOf = async ({ views }: MoJobScheduler): Promise<readonly string[]> =>
  (await views.list()).map(({ name }) => name);

describe.each(Object.entries(STORES))("saved views in %s", (_, openStore) => {
  async function open(): Promise<Opened> {
    const store = await openStore();
    const { scheduler, close } = await startEmbedded({ app: "shop", store, jobs: [], features: [VIEWS] });
    closing.push(close);
    for (const app of ["billing", "shop"])
      await scheduler.jobs.create({ key: `${app}.close`, app, kind: "triggered" });
    return {
      scheduler,
      as: (name, role, ...apps) => scheduler.as({ kind: "user", name, ...granted(role, apps) }),
    };
  }

  it("own ones are seen, changed and removed by their owner alone", async () => {
    const { scheduler, as } = await open();
    const [li, wu] = [as("li", Role.Viewer), as("wu", Role.Admin)];
    const { id } = await li.views.create(FAILED);
    expect(await namesOf(li)).toEqual(["Failed"]);
    for (const other of [wu, scheduler]) {
      expect(await namesOf(other)).toEqual([]);
      await expect(other.views.replace(id, SHARED, null)).rejects.toMatchObject({ code: "view_not_found" });
      await expect(other.views.remove(id, null)).rejects.toMatchObject({ code: "view_not_found" });
    }
    const changed = await li.views.replace(id, { ...FAILED, name: "Broken" }, [1]);
    expect(changed).toMatchObject({ name: "Broken", owner: "user:li", revision: 2, isShared: false });
    expect(await li.views.remove(id, [2])).toEqual(changed);
    expect(await namesOf(li)).toEqual([]);
  });

  it("shared ones are seen by all, and made by who may edit jobs", async () => {
    const { as } = await open();
    const [li, wu, zhu] = [as("li", Role.Viewer), as("wu", Role.Editor), as("zhu", Role.Editor)];
    const { id } = await wu.views.create(SHARED);
    expect(await namesOf(li)).toEqual(["Failed"]);
    await expect(li.views.create(SHARED)).rejects.toMatchObject({ code: "forbidden" });
    const { id: own } = await li.views.create(FAILED);
    await expect(li.views.replace(own, SHARED, null)).rejects.toMatchObject({ code: "forbidden" });
    for (const request of [FAILED, SHARED])
      await expect(li.views.replace(id, request, null)).rejects.toMatchObject({ code: "forbidden" });
    await expect(li.views.remove(id, null)).rejects.toMatchObject({ code: "forbidden" });
    expect(await zhu.views.replace(id, { ...SHARED, name: "Broken" }, [1])).toMatchObject({
      name: "Broken",
      owner: "user:wu",
    });
    // Who may no longer edit jobs takes their own back, and does not change what others see.
    const before = as("wu", Role.Viewer);
    await expect(before.views.replace(id, SHARED, null)).rejects.toMatchObject({ code: "forbidden" });
    expect((await before.views.replace(id, FAILED, null)).isShared).toBe(false);
    expect(await namesOf(zhu)).toEqual([]);
    await before.views.remove(id, null);
  });

  it("are for the app of their filter, or of the job in it, and do not exist to who does not see that", async () => {
    const { as } = await open();
    const [all, shop] = [as("wu", Role.Editor), as("li", Role.Editor, "shop")];
    const ofApp = await all.views.create({ ...SHARED, name: "App", filter: { app: "billing" } });
    const ofJob = await all.views.create({ ...SHARED, name: "Job", filter: { jobKey: "billing.close" } });
    expect([ofApp.app, ofJob.app]).toEqual(["billing", "billing"]);
    expect(await namesOf(shop)).toEqual([]);
    for (const { id } of [ofApp, ofJob])
      await expect(shop.views.remove(id, null)).rejects.toMatchObject({ code: "view_not_found" });
    const planted = { ...FAILED, filter: { app: "billing" } };
    await expect(shop.views.create(planted)).rejects.toMatchObject({ code: "forbidden" });
    // One that is for all apps is shared by who may edit jobs in all of them.
    await expect(shop.views.create(SHARED)).rejects.toMatchObject({ code: "forbidden" });
    const unseen = { filter: { jobKey: "billing.close" } };
    await expect(shop.views.create({ ...SHARED, ...unseen })).rejects.toMatchObject({ code: "forbidden" });
    expect((await shop.views.create({ ...FAILED, ...unseen })).app).toBeNull();
    const own = await shop.views.create({ ...SHARED, name: "Shop", filter: { jobKey: "shop.close" } });
    expect(own.app).toBe("shop");
    expect(await namesOf(all)).toEqual(["App", "Job", "Shop"]);
    await expect(shop.views.replace(own.id, SHARED, null)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("of a caller that is limited to one app are for that app", async () => {
    const { scheduler } = await open();
    const billing = scheduler.scoped("billing");
    expect(await billing.views.create(SHARED)).toMatchObject({ app: "billing" });
    await scheduler.scoped("shop").views.create({ ...SHARED, name: "Shop" });
    expect(await namesOf(billing)).toEqual(["Failed"]);
    const other = { ...FAILED, filter: { app: "shop" } };
    await expect(billing.views.create(other)).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("of the list of jobs are for those who read jobs", async () => {
    const { scheduler } = await open();
    await scheduler.views.create({ name: "Late", page: "jobs", filter: { status: "late" }, isShared: true });
    const runs = scheduler.as({ kind: "token", name: "ci", permissions: ["runs:read"] });
    expect(await namesOf(runs)).toEqual([]);
    const own = { name: "Mine", page: "jobs", filter: {} };
    await expect(runs.views.create(own)).rejects.toMatchObject({ code: "forbidden" });
    const jobs = scheduler.as({ kind: "token", name: "ci", permissions: ["jobs:read"] });
    await expect(jobs.views.list()).rejects.toMatchObject({ code: "forbidden" });
  });

  it("are replaced and removed at the revision that was read", async () => {
    const { scheduler } = await open();
    const { id } = await scheduler.views.create(FAILED);
    const results = await Promise.allSettled([
      scheduler.views.replace(id, { ...FAILED, name: "One" }, [1]),
      scheduler.views.replace(id, { ...FAILED, name: "Other" }, [1]),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
    await expect(scheduler.views.remove(id, [1])).rejects.toMatchObject({ code: "stale_revision" });
    expect(await namesOf(scheduler)).toEqual(["One"]);
  });

  it("are at most 100 of one owner and 200 that are shared, however many come at once", async () => {
    const { as } = await open();
    const fill = async ({ views }: MoJobScheduler, count: number, request: object): Promise<number> => {
      const made = await Promise.allSettled(Array.from({ length: count }, () => views.create(request)));
      return made.filter(({ status }) => status === "fulfilled").length;
    };
    const li = as("li", Role.Editor);
    expect(await fill(li, 105, SHARED)).toBe(100);
    await expect(li.views.create(FAILED)).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer: "", code: "views_full", parameters: { max: 100 } }],
    });
    expect(await fill(as("wu", Role.Editor), 100, SHARED)).toBe(100);
    const zhu = as("zhu", Role.Editor);
    const { id } = await zhu.views.create(FAILED);
    const full = {
      code: "invalid_argument",
      issues: [{ pointer: "/isShared", code: "views_full", parameters: { max: 200 } }],
    };
    await expect(zhu.views.create(SHARED)).rejects.toMatchObject(full);
    await expect(zhu.views.replace(id, SHARED, null)).rejects.toMatchObject(full);
    await zhu.views.remove((await zhu.views.list())[0]!.id, null);
    expect((await zhu.views.replace(id, SHARED, null)).isShared).toBe(true);
  });

  it("leave acts, which say of somebody's own that it was changed and not to what", async () => {
    const { scheduler, as } = await open();
    const li = as("li", Role.Editor);
    const { id } = await li.views.create(FAILED);
    await li.views.replace(id, SHARED, null);
    await li.views.remove(id, null);
    const { items } = await scheduler.audit.list({ kind: "edit_view" }, { limit: 10 });
    const shown = items.map(({ by, subject, changes }) => [
      by?.id,
      subject,
      changes.map(({ pointer, before, after }) => [pointer, before, after]),
    ]);
    const subject = { type: "view", id };
    const filter = '{"state":"Terminated"}';
    expect(shown).toEqual([
      [
        "user:li",
        subject,
        [
          ["/name", '"Failed"', null],
          ["/page", '"runs"', null],
          ["/filter", filter, null],
        ],
      ],
      [
        "user:li",
        subject,
        [
          ["/name", null, '"Failed"'],
          ["/page", null, '"runs"'],
          ["/filter", null, filter],
        ],
      ],
      ["user:li", subject, []],
    ]);
  });
});

it("a process that stands by shows views and changes none", async () => {
  let runner: RunningProcess | null = null;
  const engine = createEngine({
    ...createWorld(),
    tenant: "default",
    features: [VIEWS],
    standby: () => runner,
  });
  const scheduler = createScheduler(engine);
  const li = scheduler.as({ kind: "user", name: "li", permissions: permissionsOf(Role.Viewer) });
  const { id } = await li.views.create(FAILED);
  runner = { pid: 7, host: "other", since: null };
  await expect(li.views.create(FAILED)).rejects.toMatchObject({ code: "lock_held" });
  await expect(li.views.replace(id, FAILED, null)).rejects.toMatchObject({ code: "lock_held" });
  await expect(li.views.remove(id, null)).rejects.toMatchObject({ code: "lock_held" });
  expect(await namesOf(li)).toEqual(["Failed"]);
});
