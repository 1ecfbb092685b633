import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  defineRecurringJob,
  defineTriggeredJob,
  type IMoJobScheduleMetadataStore,
  type JobContext,
  type JobRegistration,
  type MoJobScheduler,
  Permission,
} from "@mojob/core";
import { ALL_PERMISSIONS, type Feature, type Granted, permissionsOf, Role } from "@mojob/core/engine";
import { type IMoWorkRunner, jsonOf, type JsonValue } from "@mojob/core/ports";
import { defineTask } from "@mojob/core/tasks";
import { FEATURES } from "@mojob/features";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { startEmbedded } from "@mojob/runtime-local";
import { openSqlite } from "@mojob/sqlite";
import { afterEach, describe, expect, it } from "vitest";
import { applyConfig, type ConfigScheduler, diffConfig, readConfig } from "./mod.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** Takes scripts and runs nothing. */
const SCRIPTS: IMoWorkRunner<JobContext> = {
  kind: "script",
  handlers: ["shell"],
  canRun: ({ work }) => work.kind === "script",
  run: () => Promise.resolve(null),
};
const TICK = defineRecurringJob({ key: "shop.tick", cron: "0 0 1 1 *", retryCount: 1, execute: () => {} });

async function openInFile(): Promise<IMoJobScheduleMetadataStore> {
  const folder = mkdtempSync(join(tmpdir(), "mojob-config-"));
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

async function open(
  features: readonly Feature[] = FEATURES,
  jobs: readonly JobRegistration[] = [TICK],
  openStore: () => Promise<IMoJobScheduleMetadataStore> = STORES.memory,
): Promise<MoJobScheduler> {
  const store = await openStore();
  const started = await startEmbedded({ app: "shop", store, jobs, features, runners: [SCRIPTS] });
  closing.push(started.close);
  return started.scheduler;
}

async function apply(
  scheduler: ConfigScheduler,
  text: string,
  options: { readonly prune?: boolean; readonly note?: string } = {},
): Promise<readonly string[]> {
  const { digest } = await diffConfig(scheduler, text, options);
  return namesOf((await applyConfig(scheduler, text, { ...options, digest })).applied);
}

const namesOf = (
  changes: readonly { readonly action: string; readonly section: string; readonly id: string }[],
) => changes.map(({ action, section, id }) => `${action} ${section}/${id}`);

const doc = (body: string): string => `apiVersion: mojob/v1\n${body}`;
const job = (key: string, more = ""): string => `  ${key}:\n    app: shop\n    kind: triggered\n${more}`;

const FULL = `apiVersion: mojob/v1

tenant:
  displayName: Shop
  quotas:
    maxJobs: 500
  defaults:
    retryCount: 2

jobs:
  shop.close:
    app: shop
    kind: recurring
    description: |
      Closes the day.

      Twice.
    children:
      - job: shop.mail
        "on": failure
    cron: 0 18 * * *
    timeZone: Asia/Shanghai
    misfire:
      policy: skip
  shop.mail:
    app: shop
    kind: triggered
    maxConcurrency: null
    args:
      to: all
  shop.script:
    app: shop
    kind: triggered
    work:
      kind: script
      language: shell
      source: |
        set -e
        echo "$HOME"
  shop.weekly:
    app: shop
    kind: recurring
    cron: 0 0 * * 1
    work:
      kind: task
      body:
        engine: 1
        nodes:
          - id: close
            type: job
            job:
              key: shop.close

overrides:
  shop.tick:
    retryCount: 5
    cron: 0 0 2 1 *

heartbeats:
  - id: backup
    app: shop
    everyMs: 3600000

alarmRules:
  - id: late-close
    condition: late
    jobs:
      - shop.close
    parameters:
      afterMs: 5000
  - id: late
    condition: late
    enabled: false

alarmRoutes:
  - id: team
    job: shop.mail

silences:
  - reason: Sunday maintenance
    window:
      cron: 0 2 * * 0
      durationMs: 3600000
      timeZone: UTC

views:
  - name: Failed
    page: runs
    filter:
      state: Terminated
`;

it.each(Object.entries(STORES))(
  "a configuration in %s is applied where there is none, which then says the same, and nothing is left to do",
  async (_, openStore) => {
    const scheduler = await open(FEATURES, [TICK], openStore);
    expect(await apply(scheduler, FULL)).toEqual([
      "change tenant/tenant",
      "create jobs/shop.mail",
      "create jobs/shop.close",
      "create jobs/shop.script",
      "create jobs/shop.weekly",
      "create overrides/shop.tick",
      "create heartbeats/backup",
      "create alarmRules/late-close",
      "create alarmRules/late",
      "create alarmRoutes/team",
      "create silences/Sunday maintenance",
      "create views/runs/Failed",
    ]);
    expect(await readConfig(scheduler)).toBe(FULL);
    expect(await apply(scheduler, FULL, { prune: true })).toEqual([]);
    const other = await open();
    await apply(other, FULL, { prune: true });
    expect(await readConfig(other)).toBe(FULL);
  },
);

describe("a configuration", () => {
  it("of one app says what is of it alone, and removes nothing of others", async () => {
    const scheduler = await open();
    await apply(scheduler, FULL);
    await scheduler.jobs.create({ key: "bank.close", app: "bank", kind: "triggered" });
    const text = await readConfig(scheduler, { app: "bank" });
    expect(text).toBe(
      "apiVersion: mojob/v1\napp: bank\n\njobs:\n  bank.close:\n    app: bank\n    kind: triggered\n",
    );
    const emptied =
      "apiVersion: mojob/v1\napp: bank\njobs:\noverrides:\nheartbeats:\nsilences:\nalarmRules:\nalarmRoutes:\nviews:\n";
    expect(await apply(scheduler, emptied, { prune: true })).toEqual(["remove jobs/bank.close"]);
    expect(await readConfig(scheduler)).toBe(FULL);
    await expect(
      diffConfig(scheduler, `apiVersion: mojob/v1\napp: bank\njobs:\n${job("shop.x")}`),
    ).rejects.toMatchObject({
      issues: [{ pointer: "/jobs/shop.x/app", code: "other_app", line: 5, column: 5 }],
    });
  });

  it("shows each value that differs, before and after, and what is left out as left out", async () => {
    const scheduler = await open();
    await apply(
      scheduler,
      doc(
        `jobs:\n${job("shop.a", "    retention:\n      maxInstances: 5\n      maxAgeDays: 9\n    args: [1]\n")}`,
      ),
    );
    const text = doc(`jobs:\n${job("shop.a", "    retention:\n      maxAgeDays: 10\n    priority: 1\n")}`);
    const { changes } = await diffConfig(scheduler, text);
    expect(changes).toEqual([
      {
        section: "jobs",
        id: "shop.a",
        action: "change",
        fields: [
          { pointer: "/retention/maxAgeDays", before: 9, after: 10 },
          { pointer: "/retention/maxInstances", before: 5, after: undefined },
          { pointer: "/args", before: [1], after: undefined },
          { pointer: "/priority", before: undefined, after: 1 },
        ],
      },
    ]);
    await apply(scheduler, text);
    const { definition } = await scheduler.jobs.get("shop.a");
    expect(definition.options.retention).toMatchObject({
      maxInstances: 1000,
      maxSkipped: 100,
      maxAgeDays: 10,
    });
    expect(definition.args).toBeNull();
  });

  it("removes with prune alone, and only of sections that it has", async () => {
    const scheduler = await open();
    await apply(scheduler, FULL);
    expect(await apply(scheduler, doc("jobs:\n"))).toEqual([]);
    expect(await apply(scheduler, doc(""), { prune: true })).toEqual([]);
    expect(await apply(scheduler, doc("overrides: {}\nsilences: []\nviews:\n"), { prune: true })).toEqual([
      "remove views/runs/Failed",
      "remove silences/Sunday maintenance",
      "remove overrides/shop.tick",
    ]);
    const tick = await scheduler.jobs.get("shop.tick");
    expect(tick.definition.options).toMatchObject({ retryCount: 1, schedule: { cron: "0 0 1 1 *" } });
    expect(tick.definition.edited).toEqual([]);
    // Nothing refers to what is removed by then.
    expect(
      await apply(scheduler, doc("alarmRoutes:\nalarmRules:\nheartbeats:\njobs:\n"), { prune: true }),
    ).toEqual([
      "remove heartbeats/backup",
      "remove alarmRules/late-close",
      "remove alarmRules/late",
      "remove alarmRoutes/team",
      "remove jobs/shop.close",
      "remove jobs/shop.mail",
      "remove jobs/shop.script",
      "remove jobs/shop.weekly",
    ]);
    expect(await readConfig(scheduler)).toMatch(/^apiVersion: mojob\/v1\n\ntenant:\n[^]*retryCount: 2\n$/);
  });

  it("has calendars, which jobs of the same document fire by, and removes those that nothing names any more", async () => {
    const scheduler = await open();
    const text = doc(
      "calendars:\n  branch:\n    name: Branch\n    extends:\n      - cn\n    days:\n      2026-02-01: off\n  cn:\n    name: China\n" +
        "    coveredTo: 2026-12-31\n\njobs:\n  shop.daily:\n    app: shop\n    kind: recurring\n    cron: 0 9 * * *\n    calendar:\n      key: branch\n",
    );
    expect(await apply(scheduler, text)).toEqual([
      "create calendars/cn",
      "create calendars/branch",
      "create jobs/shop.daily",
    ]);
    expect((await scheduler.calendars.get("branch")).calendar).toMatchObject({
      weekend: [6, 7],
      extends: ["cn"],
      days: { "2026-02-01": "off" },
    });
    expect((await scheduler.jobs.get("shop.daily")).definition.options.schedule?.calendar).toMatchObject({
      key: "branch",
    });
    const [body] = (await readConfig(scheduler)).split("\n\njobs:");
    expect(body).toContain('  cn:\n    name: China\n    coveredTo: "2026-12-31"');
    expect((await diffConfig(scheduler, text, { prune: true })).changes).toEqual([]);
    // What is left out is as usual again.
    expect(await apply(scheduler, doc("calendars:\n  cn:\n    name: China\n    weekend: [7]\n"))).toEqual([
      "change calendars/cn",
    ]);
    expect((await scheduler.calendars.get("cn")).calendar).toMatchObject({ weekend: [7], coveredTo: null });
    const last = doc("calendars: {}\njobs: {}\n");
    expect(await apply(scheduler, last, { prune: true })).toEqual([
      "remove jobs/shop.daily",
      "remove calendars/branch",
      "remove calendars/cn",
    ]);
  });

  it.each([
    [
      "a calendar in a circle",
      "calendars:\n  a:\n    name: A\n    extends: [b]\n  b:\n    name: B\n    extends: [a]\n",
      "/calendars/a/extends/0",
      "calendar_cycle",
    ],
    [
      "a base that is not there",
      "calendars:\n  a:\n    name: A\n    extends: [b]\n",
      "/calendars/a/extends/0",
      "no_such_calendar",
    ],
    [
      "a day that is none",
      "calendars:\n  a:\n    name: A\n    days:\n      2026-02-30: off\n",
      "/calendars/a/days/2026-02-30",
      "not_a_date",
    ],
    ["a key within", "calendars:\n  a:\n    key: a\n    name: A\n", "/calendars/a/key", "unknown_name"],
    [
      "a job by a calendar that is not there",
      "jobs:\n  shop.daily:\n    app: shop\n    kind: recurring\n    cron: 0 9 * * *\n    calendar:\n      key: cn\n",
      "/jobs/shop.daily/calendar/key",
      "no_such_calendar",
    ],
  ])("refuses %s", async (_, body, pointer, code) => {
    const scheduler = await open();
    await expect(diffConfig(scheduler, doc(body))).rejects.toMatchObject({
      issues: expect.arrayContaining([expect.objectContaining({ pointer, code })]),
    });
  });

  it("keeps history and reports as a document says, and as usual where it says nothing", async () => {
    const scheduler = await open();
    await apply(scheduler, doc("tenant:\n  retention:\n    historyDays: 90\n    maxActs: 5000\n"));
    expect((await scheduler.settings.get()).retention).toEqual({ historyDays: 90, maxActs: 5000 });
    expect(await readConfig(scheduler)).toContain("  retention:\n    historyDays: 90\n    maxActs: 5000\n");
    await apply(scheduler, doc("tenant:\n  retention:\n    historyDays: 30\n"));
    expect((await scheduler.settings.get()).retention).toEqual({ historyDays: 30 });
  });

  it("of a scheduler that is limited to an app is that of the app", async () => {
    const scheduler = await open();
    await apply(scheduler, FULL);
    await scheduler.jobs.create({ key: "bank.close", app: "bank", kind: "triggered" });
    const shop = scheduler.scoped("shop");
    expect(await readConfig(shop)).toBe(await readConfig(scheduler, { app: "shop" }));
    expect(await apply(shop, doc(`jobs:\n${job("shop.new")}`))).toEqual(["create jobs/shop.new"]);
    await expect(
      diffConfig(shop, doc("jobs:\n  bank.new:\n    app: bank\n    kind: triggered\n")),
    ).rejects.toMatchObject({
      issues: [{ pointer: "/jobs/bank.new/app", code: "other_app" }],
    });
  });

  it("sets members of options beside code one by one, and takes those back that it no longer says", async () => {
    const scheduler = await open();
    const retention = async (): Promise<unknown> =>
      (await scheduler.jobs.get("shop.tick")).definition.options.retention;
    const override = (member: string): string =>
      doc(`overrides:\n  shop.tick:\n    retention:\n      ${member}\n`);
    await apply(scheduler, override("maxAgeDays: 9"));
    expect(await retention()).toMatchObject({ maxInstances: 1000, maxSkipped: 100, maxAgeDays: 9 });
    expect(await readConfig(scheduler)).toContain("    retention:\n      maxAgeDays: 9\n");
    const { changes } = await diffConfig(scheduler, override("maxSkipped: 1"));
    expect(changes[0]?.fields).toEqual([
      { pointer: "/retention/maxAgeDays", before: 9, after: undefined },
      { pointer: "/retention/maxSkipped", before: undefined, after: 1 },
    ]);
    await apply(scheduler, override("maxSkipped: 1"));
    expect(await retention()).toMatchObject({ maxInstances: 1000, maxSkipped: 1, maxAgeDays: 30 });
  });

  it("has the graph of a task beside its code, where somebody set one, and takes it back", async () => {
    const mail = defineTriggeredJob({ key: "shop.mail", execute: () => {} });
    const nightly = defineTask("shop.nightly", {}, (task) => {
      task.job("mail", mail, {});
    });
    const scheduler = await open(FEATURES, [mail, nightly]);
    const body = async (): Promise<JsonValue> =>
      jsonOf((await scheduler.jobs.get("shop.nightly")).definition.work);
    const declared = await body();
    expect(await readConfig(scheduler)).toBe("apiVersion: mojob/v1\n");
    const text = doc(
      "overrides:\n  shop.nightly:\n    work:\n      kind: task\n      body:\n        engine: 1\n        nodes:\n          - id: twice\n            type: job\n            job:\n              key: shop.mail\n",
    );
    expect(await apply(scheduler, text)).toEqual(["create overrides/shop.nightly"]);
    expect(JSON.stringify(await body())).toContain("twice");
    expect(await readConfig(scheduler)).toContain("- id: twice");
    expect(await apply(scheduler, await readConfig(scheduler), { prune: true })).toEqual([]);
    expect(await apply(scheduler, doc("overrides: {}\n"), { prune: true })).toEqual([
      "remove overrides/shop.nightly",
    ]);
    expect(await body()).toEqual(declared);
  });

  it("judges what jobs leave out by the defaults that it brings itself", async () => {
    const scheduler = await open();
    const tenant = (values: string): string => `tenant:\n  defaults:\n${values}`;
    const jobs = `jobs:\n${job("shop.a")}${job("shop.b", "    retention:\n      maxAgeDays: 3\n")}`;
    await apply(scheduler, doc(jobs));
    const text = doc(tenant("    retryCount: 4\n    retention:\n      maxInstances: 7\n") + jobs);
    expect(await apply(scheduler, text)).toEqual([
      "change tenant/tenant",
      "change jobs/shop.a",
      "change jobs/shop.b",
    ]);
    expect(await apply(scheduler, text)).toEqual([]);
    for (const key of ["shop.a", "shop.b"]) {
      const { options } = (await scheduler.jobs.get(key)).definition;
      expect([options.retryCount, options.retention.maxInstances]).toEqual([4, 7]);
    }
  });

  it("is applied as it was seen: what others changed meanwhile is not overwritten", async () => {
    const scheduler = await open();
    await apply(scheduler, doc(`jobs:\n${job("shop.a")}${job("shop.b")}`));
    const text = doc(`jobs:\n${job("shop.a", "    priority: 1\n")}${job("shop.b")}`);
    const { digest } = await diffConfig(scheduler, text);
    await scheduler.jobs.update("shop.b", { priority: 2 }, 1);
    await expect(applyConfig(scheduler, text, { digest })).rejects.toMatchObject({ code: "stale_revision" });
    expect((await scheduler.jobs.get("shop.a")).definition.revision).toBe(1);
    await scheduler.jobs.update("shop.b", { priority: 3 }, 2);
    // What it does not touch may change.
    await scheduler.jobs.create({ key: "shop.other", app: "shop", kind: "triggered" });
    expect(namesOf((await applyConfig(scheduler, text, { digest })).applied)).toEqual(["change jobs/shop.a"]);
    await expect(applyConfig(scheduler, FULL, { digest })).rejects.toMatchObject({ code: "stale_revision" });
  });

  it("that fails midway says what was done, and goes on when it is applied again with what was seen", async () => {
    const scheduler = await open();
    const text = doc(`jobs:\n${["a", "b", "c", "d"].map((name) => job(`shop.${name}`)).join("")}`);
    const { digest } = await diffConfig(scheduler, text);
    let left = 2;
    const failing: ConfigScheduler = {
      ...scheduler,
      tenant: scheduler.tenant,
      jobs: {
        ...scheduler.jobs,
        list: (...args) => scheduler.jobs.list(...args),
        check: (...args) => scheduler.jobs.check(...args),
        create: (request) => {
          left -= 1;
          return left < 0
            ? scheduler.jobs.create({ ...request, key: "shop.a" })
            : scheduler.jobs.create(request);
        },
      },
    };
    await expect(applyConfig(failing, text, { digest, note: "c0ffee" })).rejects.toMatchObject({
      code: "job_key_taken",
      parameters: { applied: ["/jobs/shop.a", "/jobs/shop.b"], count: 2, failed: "/jobs/shop.c" },
    });
    expect(namesOf((await applyConfig(scheduler, text, { digest })).applied)).toEqual([
      "create jobs/shop.c",
      "create jobs/shop.d",
    ]);
    const { items } = await scheduler.audit.list({ kind: "apply_config" }, { limit: 10 });
    expect(items.map(({ outcome, code, note, changes }) => [outcome, code, note, changes.length])).toEqual([
      ["done", null, null, 2],
      ["failed", "job_key_taken", "c0ffee", 2],
    ]);
  });

  it("turns around what starts what, in an order in which no job ever starts itself", async () => {
    const scheduler = await open();
    const names = ["a", "b", "c", "d", "e"];
    const chain = (order: readonly string[]): string =>
      doc(
        `jobs:\n${order.map((name, index) => job(`shop.${name}`, order[index + 1] === undefined ? "" : `    children:\n      - job: shop.${order[index + 1] ?? ""}\n`)).join("")}`,
      );
    await apply(scheduler, chain(names));
    await apply(scheduler, chain(names.toReversed()));
    expect((await scheduler.jobs.get("shop.e")).definition.options.children[0]?.job).toBe("shop.d");
    await apply(scheduler, chain(["c", "e", "a", "b", "d"]));
    await expect(
      diffConfig(
        scheduler,
        doc(
          `jobs:\n${job("shop.x", "    children:\n      - job: shop.y\n")}${job("shop.y", "    children:\n      - job: shop.x\n")}`,
        ),
      ),
    ).rejects.toMatchObject({ issues: [{ code: "child_cycle" }] });
  });

  it("keeps the order of alarm rules, puts new ones where the document has them, and leaves others in place", async () => {
    const scheduler = await open();
    const rules = (...ids: readonly string[]): string =>
      doc(`alarmRules:\n${ids.map((id) => `  - id: ${id}\n    condition: late\n`).join("")}`);
    const there = async (): Promise<readonly string[]> =>
      (await scheduler.alarms.rules()).rules.map(({ id }) => id);
    await apply(scheduler, rules("a", "b", "c"));
    expect(await apply(scheduler, rules("c", "a"))).toEqual(["change alarmRules/alarmRules"]);
    expect(await there()).toEqual(["c", "b", "a"]);
    expect(await apply(scheduler, rules("c", "x", "a"))).toEqual(["create alarmRules/x"]);
    expect(await there()).toEqual(["c", "x", "b", "a"]);
    expect(await apply(scheduler, rules("x", "c", "a"), { prune: true })).toEqual([
      "change alarmRules/alarmRules",
      "remove alarmRules/b",
    ]);
    expect(await there()).toEqual(["x", "c", "a"]);
  });

  it("has no secret: a heartbeat keeps its address, and its token is not in the text", async () => {
    const scheduler = await open();
    await apply(scheduler, FULL);
    const tokenOf = async (): Promise<string> =>
      (await scheduler.alarms.heartbeats()).heartbeats[0]?.heartbeat.token ?? "";
    const token = await tokenOf();
    expect(await readConfig(scheduler)).not.toContain(token);
    await apply(scheduler, FULL.replace("3600000\n\nalarmRules", "7200000\n\nalarmRules"));
    expect(await tokenOf()).toBe(token);
  });

  it("is in the history: each change by its own act, with the note, and all of it by one", async () => {
    const scheduler = await open();
    await apply(scheduler, FULL);
    await apply(scheduler, FULL.replace("echo", "printf"), { note: "commit 1a2b3c" });
    const { version, comment } =
      (await scheduler.scripts.versions("shop.script", { limit: 1 })).items[0] ?? {};
    expect([version, comment]).toEqual([2, "config: commit 1a2b3c"]);
    const { items } = await scheduler.audit.list({}, { limit: 3 });
    expect(items.map(({ kind, jobKey, note }) => [kind, jobKey, note])).toEqual([
      ["apply_config", null, "commit 1a2b3c"],
      ["edit", "shop.script", "config: commit 1a2b3c"],
      ["apply_config", null, null],
    ]);
    const created = await scheduler.audit.list({ jobKey: "shop.mail" }, { limit: 1 });
    expect(created.items.map(({ kind, note }) => [kind, note])).toEqual([["create", "config"]]);
  });

  it("has only the sections of the features that the scheduler was opened with", async () => {
    const scheduler = await open([]);
    expect(await readConfig(scheduler)).toBe("apiVersion: mojob/v1\n");
    await expect(diffConfig(scheduler, doc("views: []\nalarmRules: []\n"))).rejects.toMatchObject({
      issues: [
        { pointer: "/views", code: "feature_not_there", line: 2 },
        { pointer: "/alarmRules", code: "feature_not_there", line: 3 },
      ],
    });
  });
});

describe("mistakes of a configuration", () => {
  it.each<readonly [string, string, string, string, number, number]>([
    ["no version", "jobs: {}\n", "/apiVersion", "required", 1, 1],
    ["another version", "apiVersion: mojob/v2\n", "/apiVersion", "not_one_of", 1, 1],
    ["an unknown section", doc("secrets:\n  shop:\n    KEY: value\n"), "/secrets", "not_one_of", 2, 1],
    ["settings with an app", doc("app: shop\ntenant: {}\n"), "/tenant", "excludes", 3, 1],
    ["jobs that are a list", doc("jobs: [a]\n"), "/jobs", "not_object", 2, 1],
    [
      "a job without an app",
      doc("jobs:\n  shop.a:\n    kind: triggered\n"),
      "/jobs/shop.a/app",
      "required",
      3,
      3,
    ],
    [
      "an unknown kind",
      doc("jobs:\n  shop.a:\n    app: shop\n    kind: late\n"),
      "/jobs/shop.a/kind",
      "custom",
      5,
      5,
    ],
    [
      "an unknown option",
      doc(`jobs:\n${job("shop.a", "    prio: 1\n")}`),
      "/jobs/shop.a/prio",
      "unknown_name",
      6,
      5,
    ],
    [
      "a wrong option",
      doc(`jobs:\n${job("shop.a", "    retention:\n      maxAgeDays: 0\n")}`),
      "/jobs/shop.a/retention/maxAgeDays",
      "too_small",
      7,
      7,
    ],
    [
      "a cron that is none",
      doc("jobs:\n  shop.a:\n    app: shop\n    kind: recurring\n    cron: 61 * * * *\n"),
      "/jobs/shop.a/cron",
      "cron_wrong_value",
      6,
      5,
    ],
    [
      "a kind of work that nobody runs",
      doc(`jobs:\n${job("shop.a", "    work:\n      kind: command\n      argv: [ls]\n")}`),
      "/jobs/shop.a/work/kind",
      "no_runner",
      7,
      7,
    ],
    [
      "a job that code declares",
      doc(`jobs:\n${job("shop.tick")}`),
      "/jobs/shop.tick",
      "declared_by_code",
      3,
      3,
    ],
    [
      "an override of nothing",
      doc("overrides:\n  shop.none:\n    priority: 1\n"),
      "/overrides/shop.none",
      "unknown_job",
      3,
      3,
    ],
    [
      "a wrong override",
      doc("overrides:\n  shop.tick:\n    priority: 9\n"),
      "/overrides/shop.tick/priority",
      "too_large",
      4,
      5,
    ],
    [
      "a rule without a condition",
      doc("alarmRules:\n  - id: a\n"),
      "/alarmRules/0/condition",
      "required",
      3,
      5,
    ],
    [
      "a route to no job",
      doc("alarmRoutes:\n  - id: a\n    job: shop.none\n"),
      "/alarmRoutes/0/job",
      "unknown_job",
      4,
      5,
    ],
    [
      "a heartbeat at no time",
      doc("heartbeats:\n  - id: a\n    app: shop\n"),
      "/heartbeats/0/cron",
      "custom",
      3,
      5,
    ],
    [
      "a silence that ends",
      doc("silences:\n  - reason: x\n    until: 2126-01-01T00:00:00Z\n"),
      "/silences/0/until",
      "silence_rule",
      4,
      5,
    ],
    [
      "a view of no page",
      doc("views:\n  - name: a\n    page: tasks\n    filter: {}\n"),
      "/views/0/page",
      "not_one_of",
      4,
      5,
    ],
    [
      "a view of one's own",
      doc("views:\n  - name: a\n    page: runs\n    filter: {}\n    isShared: false\n"),
      "/views/0/isShared",
      "unknown_name",
      6,
      5,
    ],
    [
      "a tenant that is disabled",
      doc("tenant:\n  disabled: true\n"),
      "/tenant/disabled",
      "unknown_name",
      3,
      3,
    ],
    [
      "a wrong default",
      doc("tenant:\n  defaults:\n    retryCount: -1\n"),
      "/tenant/defaults/retryCount",
      "too_small",
      4,
      5,
    ],
  ])(
    "%s is refused where it stands, and nothing is written",
    async (_, text, pointer, code, line, column) => {
      const scheduler = await open();
      const before = await readConfig(scheduler);
      for (const refused of [diffConfig(scheduler, text), applyConfig(scheduler, text, { digest: "" })])
        await expect(refused).rejects.toMatchObject({
          code: "invalid_argument",
          issues: [{ pointer, code, line, column }],
        });
      expect(await readConfig(scheduler)).toBe(before);
    },
  );

  it("are all reported at once, by their lines", async () => {
    const scheduler = await open();
    const text = doc(
      `views:\n  - name: ""\n    page: runs\n    filter: {}\njobs:\n${job("shop.a", "    prio: 1\n")}${job("shop.b", "    priority: 7\n")}`,
    );
    await expect(diffConfig(scheduler, text)).rejects.toMatchObject({
      issues: [
        { pointer: "/views/0/name" },
        { pointer: "/jobs/shop.a/prio" },
        { pointer: "/jobs/shop.b/priority" },
      ],
    });
  });

  it("what is there keeps its app and its kind", async () => {
    const scheduler = await open();
    await apply(scheduler, doc(`jobs:\n${job("shop.a")}`));
    const text = doc("jobs:\n  shop.a:\n    app: bank\n    kind: recurring\n");
    await expect(diffConfig(scheduler, text)).rejects.toMatchObject({
      issues: [
        { pointer: "/jobs/shop.a/app", code: "not_changed_later" },
        { pointer: "/jobs/shop.a/kind", code: "not_changed_later" },
      ],
    });
  });
});

function granted(permissions: readonly Permission[], apps?: readonly string[]): Granted {
  if (apps === undefined) return { permissions };
  return { permissions: [], grants: permissions.map((permission) => ({ permission, apps })) };
}

describe("rights of a configuration", () => {
  const as = (scheduler: MoJobScheduler, given: Granted): MoJobScheduler =>
    scheduler.as({ kind: "user", name: "li", ...given });

  it("shows what one may read alone, and says that there is more", async () => {
    const scheduler = await open();
    await apply(scheduler, FULL);
    await scheduler.jobs.create({ key: "bank.close", app: "bank", kind: "triggered" });
    const viewer = as(
      scheduler,
      granted(permissionsOf(Role.Viewer).filter((one) => one !== Permission.ReadPayloads)),
    );
    const text = await readConfig(viewer);
    expect(text).toContain("# Not shown to you: 5 of jobs, for which payloads:read is needed\n");
    expect(text).not.toContain("to: all");
    expect(text).not.toContain("echo");
    const ofBank = await readConfig(as(scheduler, granted(permissionsOf(Role.Viewer), ["bank"])));
    expect(ofBank).toMatch(/\njobs:\n {2}bank\.close:\n {4}app: bank\n {4}kind: triggered\n\nalarmRules/);
    expect(ofBank).not.toContain("overrides");
    await expect(readConfig(as(scheduler, granted([])))).resolves.toMatch(
      /^(# Not shown to you: \w+\n)+apiVersion: mojob\/v1\n$/,
    );
  });

  it("refuses all of it where one may not do a part, and says which part", async () => {
    const scheduler = await open();
    const reading = permissionsOf(Role.Viewer);
    for (const { given, text, pointers } of [
      { given: granted(reading), text: FULL, pointers: ["/tenant", "/jobs/shop.close", "/jobs/shop.mail"] },
      {
        given: granted([...permissionsOf(Role.Editor)], ["shop"]),
        text: doc("alarmRules:\n  - id: a\n    condition: late\n"),
        pointers: ["/alarmRules"],
      },
      {
        given: granted([...permissionsOf(Role.Editor)], ["shop"]),
        text: doc("jobs:\n  bank.a:\n    app: bank\n    kind: triggered\n"),
        pointers: ["/jobs/bank.a"],
      },
      {
        given: granted(ALL_PERMISSIONS.filter((one) => one !== Permission.EditWork)),
        text: doc(
          `jobs:\n${job("shop.a", "    work:\n      kind: script\n      language: shell\n      source: ls\n")}`,
        ),
        pointers: ["/jobs/shop.a"],
      },
      {
        given: granted(reading),
        text: doc("overrides:\n  shop.tick:\n    priority: 1\n"),
        pointers: ["/overrides/shop.tick"],
      },
    ]) {
      const before = await readConfig(scheduler);
      const refused = await applyConfig(as(scheduler, given), text, { digest: "" }).catch(
        (error: unknown) => error,
      );
      expect(refused).toMatchObject({ code: "forbidden" });
      const found = (refused as { readonly issues: readonly { readonly pointer: string }[] }).issues.map(
        (issue) => issue.pointer,
      );
      expect(found).toEqual(expect.arrayContaining([...pointers]));
      expect(await readConfig(scheduler)).toBe(before);
    }
  });

  it("refuses to remove what one may not remove, before anything is done", async () => {
    const scheduler = await open();
    await apply(scheduler, FULL);
    const before = await readConfig(scheduler);
    const editor = as(scheduler, granted(ALL_PERMISSIONS.filter((one) => one !== Permission.DeleteJobs)));
    await expect(diffConfig(editor, doc("jobs: {}\n"), { prune: true })).rejects.toMatchObject({
      code: "forbidden",
      issues: Array.from({ length: 4 }, () => ({
        pointer: "/jobs",
        code: "not_permitted",
        parameters: { permission: "jobs:delete", app: "shop" },
      })),
    });
    expect(await readConfig(scheduler)).toBe(before);
  });

  it("does not take a job whose payloads are hidden for one that is gone, nor overwrites it", async () => {
    const scheduler = await open();
    await apply(scheduler, FULL);
    const before = await readConfig(scheduler);
    const blind = as(scheduler, granted(ALL_PERMISSIONS.filter((one) => one !== Permission.ReadPayloads)));
    expect(await apply(blind, doc("jobs: {}\noverrides: {}\n"), { prune: true })).toEqual([]);
    await expect(diffConfig(blind, doc(`jobs:\n${job("shop.mail")}`))).rejects.toMatchObject({
      issues: [{ pointer: "/jobs/shop.mail", code: "hidden_job" }],
    });
    expect(await readConfig(scheduler)).toBe(before);
  });

  it("ends when the rights of its caller do, between two changes", async () => {
    const scheduler = await open();
    const text = doc(
      `jobs:\n${Array.from({ length: 50 }, (_, index) => job(`shop.n${String(index).padStart(2, "0")}`)).join("")}`,
    );
    const { digest } = await diffConfig(scheduler, text);
    const ended = applyConfig(scheduler, text, { digest, isLive: () => Promise.resolve(false) });
    await expect(ended).rejects.toMatchObject({
      code: "forbidden",
      parameters: { count: 20, failed: "/jobs/shop.n20" },
    });
  });
});
