import { type MoJobScheduler, Permission } from "@mojob/core";
import {
  CODE_PRINCIPAL,
  ControlPlane,
  createEngine,
  type Duty,
  type Engine,
  type ReportSummary,
} from "@mojob/core/engine";
import { type Doer, Identity } from "@mojob/identity";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { describe, expect, it } from "vitest";
import { REPORTS } from "../mod.ts";
import { SUMMARY_RECORDS } from "./summary-records.ts";

const AN_HOUR_MS = 3_600_000;
const A_DAY_MS = 24 * AN_HOUR_MS;
const DOER: Doer = {
  principal: CODE_PRINCIPAL,
  tenant: "default",
  from: { address: null, agent: null, requestId: "test" },
};
/** The world begins at midnight. */
const DAILY = {
  name: "Mornings",
  job: "ops.mail",
  interval: "daily",
  hour: START.getUTCHours() + 1,
  timeZone: "UTC",
} as const;

interface Process {
  readonly engine: Engine;
  readonly scheduler: MoJobScheduler;
  pass(name?: string): Promise<void>;
}

interface Opened extends Process {
  readonly world: World;
  readonly identity: Identity;
  readonly warnings: string[];
  /** Another process of the same tenant. */
  start(): Process;
  /** The calls of somebody with the rights that identity gives them. */
  as(name: string): Promise<MoJobScheduler>;
  /** The runs that send. */
  sent(): Promise<readonly { readonly id: string; readonly args: Readonly<Record<string, unknown>> }[]>;
}

async function open(): Promise<Opened> {
  const world = createWorld();
  const warnings: string[] = [];
  const start = (): Process => {
    const engine = createEngine({
      ...world,
      tenant: "default",
      features: [REPORTS],
      publicUrl: "https://jobs.example.com",
      onWarning: (warning) => warnings.push(warning),
    });
    const plane = new ControlPlane(engine);
    const pass = async (name = "summaries"): Promise<void> => {
      const duty = plane.duties.find((one) => one.name === name) as Duty;
      await duty.run(new AbortController().signal);
    };
    return { engine, scheduler: plane.scheduler, pass };
  };
  const identity = new Identity({ state: world.state, clock: world.clock, hasher: {}, codes: {} } as never);
  await world.define(
    aDefinition({ key: "ops.mail", app: "ops", options: { whenFull: "queue" } }),
    aDefinition({ key: "mail.send", app: "mail", options: { whenFull: "queue" } }),
    aDefinition({ key: "shop.close", app: "shop" }),
  );
  const own = start();
  return {
    ...own,
    world,
    identity,
    warnings,
    start,
    async as(name) {
      const { isSuperadmin, memberships } = await identity.people.get(name);
      expect(isSuperadmin).toBe(false);
      const grants = memberships.flatMap(({ apps }) =>
        [Permission.ReadRuns, Permission.ReadJobs, Permission.TriggerRuns].map((permission) => ({
          permission,
          apps: apps ?? ["mail", "ops", "shop"],
        })),
      );
      return own.scheduler.as({ kind: "user", name, permissions: [], grants });
    },
    async sent() {
      const runs = (await world.instances()).filter(({ jobKey }) => jobKey === "ops.mail");
      return runs.map(({ id, args }) => ({ id, args: args as Readonly<Record<string, unknown>> }));
    },
  };
}

/** Ends runs of an app and sums them up. */
async function end(opened: Opened, ...runs: readonly Parameters<typeof anInstance>[0][]): Promise<void> {
  const ended = runs.map((run, index) =>
    anInstance({
      id: `run-${index}`,
      app: "mail",
      jobKey: "mail.send",
      state: "Succeeded",
      startedAt: new Date(START.getTime() - 1000),
      completedAt: START,
      attempt: 1,
      ...run,
    }),
  );
  await opened.world.store.instances.insert(ended);
  await opened.pass("roll-up");
}

async function addLi({ identity }: Opened, apps: readonly string[]): Promise<string> {
  await identity.people.add({ name: "root", isSuperadmin: true }, null);
  await identity.people.add({ name: "li" }, DOER);
  return (await identity.people.give("li", { role: "operator", apps: [...apps] }, DOER)).id;
}

describe("summaries of reports", () => {
  it("are sent once when they are due, whichever of two processes does it, and after a restart", async () => {
    const opened = await open();
    const { world, scheduler, pass, sent, start } = opened;
    await end(opened, {}, {}, { state: "Terminated", jobKey: "shop.close", app: "shop" });
    await scheduler.reports.createSummary(DAILY);
    const other = start();
    await Promise.all([pass(), other.pass()]);
    expect(await sent()).toEqual([]);
    await world.clock.advance(AN_HOUR_MS);
    await Promise.all([pass(), other.pass(), pass(), other.pass()]);
    const [one, ...more] = await sent();
    expect(more).toEqual([]);
    expect(one?.args).toMatchObject({
      event: "summary",
      tenant: "default",
      count: 3,
      url: "https://jobs.example.com/reports?range=24h&by=job",
      text: expect.stringContaining("3 runs ended: 2 succeeded, 1 failed, 0 cancelled, 0 skipped") as string,
      mail: expect.stringContaining("Failed more often\n· shop.close: 1 (before: 0)") as string,
    });
    await start().pass();
    expect(await sent()).toHaveLength(1);
    await world.clock.advance(A_DAY_MS);
    await Promise.all([pass(), other.pass()]);
    expect(await sent()).toHaveLength(2);
  });

  it("are sent once where the process ends between the run and its note", async () => {
    const { world, scheduler, pass, start, sent } = await open();
    const made = await scheduler.reports.createSummary(DAILY);
    await world.clock.advance(AN_HOUR_MS);
    await pass();
    const [noted] = (await world.store.records(SUMMARY_RECORDS).get("default", [made.id])) as [ReportSummary];
    expect(noted.sentFor).toEqual(new Date(START.getTime() + AN_HOUR_MS));
    // As it was before it was noted.
    const before = { ...noted, sentFor: made.sentFor, revision: noted.revision + 1 };
    expect(await world.store.records(SUMMARY_RECORDS).put([before])).toEqual([true]);
    await world.clock.advance(AN_HOUR_MS);
    await start().pass();
    expect(await sent()).toHaveLength(1);
  });

  it("are sent late within a day, of the time that they were due for, and not at all after it", async () => {
    const { world, scheduler, pass, sent } = await open();
    await scheduler.reports.createSummary({ ...DAILY, interval: "weekly", weekday: START.getUTCDay() || 7 });
    await world.clock.advance(A_DAY_MS);
    await pass();
    await pass();
    expect(await sent()).toHaveLength(1);
    await world.clock.advance(8 * A_DAY_MS);
    await pass();
    expect(await sent()).toHaveLength(1);
  });

  it("say nothing of what their owner may no longer read, and go nowhere where that is all of it", async () => {
    const opened = await open();
    const { world, identity, pass, sent, warnings } = opened;
    await end(opened, {}, { app: "shop", jobKey: "shop.close" });
    const both = await addLi(opened, ["mail", "shop", "ops"]);
    const li = await opened.as("li");
    await li.reports.createSummary(DAILY);
    await li.reports.createSummary({ ...DAILY, name: "The shop", apps: ["shop"] });
    await identity.people.take("li", both, DOER);
    await identity.people.give("li", { role: "operator", apps: ["mail", "ops"] }, DOER);
    await world.clock.advance(AN_HOUR_MS);
    await pass();
    const [one, ...more] = await sent();
    expect([one?.args["count"], more]).toEqual([1, []]);
    expect(JSON.stringify(one)).not.toContain("shop");
    expect(warnings).toEqual([
      expect.stringMatching(/of "user:li": its owner may no longer read runs there/),
    ]);
    await pass();
    expect(warnings).toHaveLength(1);
  });

  it.each([
    ["a role", (i: Identity, id: string) => i.people.take("li", id, DOER)],
    ["the account", (i: Identity) => i.people.edit("li", { isDisabled: true }, null, DOER)],
    ["the person", (i: Identity) => i.people.remove("li", DOER)],
  ])("are not sent once %s of their owner was taken back", async (_, takeBack) => {
    const opened = await open();
    const { identity, world, pass, sent, warnings } = opened;
    const membership = await addLi(opened, ["mail", "ops"]);
    const { id } = await (await opened.as("li")).reports.createSummary(DAILY);
    await takeBack(identity, membership);
    await world.clock.advance(AN_HOUR_MS);
    await pass();
    expect([await sent(), warnings.length]).toEqual([[], 1]);
    await expect(opened.scheduler.reports.sendSummary(id)).rejects.toMatchObject({ code: "forbidden" });
  });

  it("are not sent where their owner may read runs, and may no longer start the job", async () => {
    const opened = await open();
    const { identity, world, pass, sent, warnings } = opened;
    const membership = await addLi(opened, ["mail", "ops"]);
    await (await opened.as("li")).reports.createSummary(DAILY);
    await identity.people.take("li", membership, DOER);
    await identity.people.give("li", { role: "viewer" }, DOER);
    await world.clock.advance(AN_HOUR_MS);
    await pass();
    expect([await sent(), warnings.length]).toEqual([[], 1]);
  });

  it("wait while the tenant is disabled, and are sent when it works again within the day", async () => {
    const { world, engine, scheduler, pass, sent } = await open();
    const { id } = await scheduler.reports.createSummary(DAILY);
    await engine.settings.change({ disabled: true }, { revision: null, by: null });
    await world.clock.advance(AN_HOUR_MS);
    await pass();
    await expect(scheduler.reports.sendSummary(id)).rejects.toMatchObject({ code: "tenant_disabled" });
    expect(await sent()).toEqual([]);
    await engine.settings.change({ disabled: false }, { revision: null, by: null });
    await pass();
    expect(await sent()).toHaveLength(1);
  });

  it("that are switched off, changed or removed are not sent for what was due", async () => {
    const { world, scheduler, pass, sent } = await open();
    const off = await scheduler.reports.createSummary({ ...DAILY, enabled: false });
    const changed = await scheduler.reports.createSummary(DAILY);
    const removed = await scheduler.reports.createSummary(DAILY);
    await world.clock.advance(AN_HOUR_MS);
    await scheduler.reports.replaceSummary(changed.id, { ...DAILY, name: "Other" }, [1]);
    await scheduler.reports.removeSummary(removed.id, [1]);
    await scheduler.reports.replaceSummary(off.id, DAILY, null);
    await pass();
    expect(await sent()).toEqual([]);
    await expect(scheduler.reports.replaceSummary(changed.id, DAILY, [1])).rejects.toMatchObject({
      code: "stale_revision",
    });
    await expect(scheduler.reports.removeSummary(removed.id, null)).rejects.toMatchObject({
      code: "summary_not_found",
    });
  });

  it("are sent by hand as often as somebody asks, and when they are due besides", async () => {
    const opened = await open();
    const { world, scheduler, pass, sent } = opened;
    const { id } = await scheduler.reports.createSummary({ ...DAILY, language: "zh" });
    await end(opened, {});
    await world.clock.advance(1000);
    const { run } = await scheduler.reports.sendSummary(id);
    await scheduler.reports.sendSummary(id);
    expect(await sent()).toHaveLength(2);
    const [made] = (await sent()).filter((one) => one.id === run);
    expect(made?.args["text"]).toContain("共结束 1 次运行：成功 1，失败 0，取消 0，跳过 0");
    await world.clock.advance(AN_HOUR_MS);
    await pass();
    expect(await sent()).toHaveLength(3);
  });

  it("say which jobs should have run and did not", async () => {
    const { world, scheduler, pass, sent } = await open();
    await scheduler.jobs.create({
      key: "mail.nightly",
      app: "mail",
      kind: "recurring",
      options: { cron: "0 30 0 * * *" },
    });
    await scheduler.reports.createSummary(DAILY);
    await world.clock.advance(A_DAY_MS + AN_HOUR_MS);
    await pass();
    expect((await sent())[0]?.args["mail"]).toContain("1 job did not run\n· mail.nightly");
  });

  it("are seen by their owner, and by who may edit the whole tenant", async () => {
    const opened = await open();
    const { scheduler } = opened;
    await addLi(opened, ["mail", "ops"]);
    const li = await opened.as("li");
    const { id } = await li.reports.createSummary(DAILY);
    const { id: ofProgram } = await scheduler.reports.createSummary({ ...DAILY, name: "Of all" });
    const names = async (of: MoJobScheduler): Promise<readonly string[]> =>
      (await of.reports.summaries()).map(({ name }) => name);
    expect([await names(li), await names(scheduler)]).toEqual([["Mornings"], ["Mornings", "Of all"]]);
    for (const call of [
      li.reports.replaceSummary(ofProgram, DAILY, null),
      li.reports.removeSummary(ofProgram, null),
      li.reports.sendSummary(ofProgram),
    ])
      await expect(call).rejects.toMatchObject({ code: "forbidden" });
    // It would have them sent what it may not read.
    const permissions = [Permission.EditTenant, Permission.TriggerRuns, Permission.ReadJobs];
    const grants = [{ permission: Permission.ReadRuns, apps: ["shop"] }];
    const editor = scheduler.as({ kind: "user", name: "wang", permissions, grants });
    await expect(editor.reports.replaceSummary(id, DAILY, null)).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await scheduler.reports.replaceSummary(id, { ...DAILY, hour: 3 }, null)).toMatchObject({
      owner: "user:li",
      hour: 3,
    });
  });

  it.each([
    ["a token", { kind: "token", name: "ci" }],
    ["a person whom nobody knows", { kind: "user", name: "nobody" }],
  ] as const)("are refused to %s, of whom nobody knows later what they may read", async (_, who) => {
    const { scheduler } = await open();
    const permissions = [Permission.ReadRuns, Permission.TriggerRuns, Permission.ReadJobs];
    await expect(scheduler.as({ ...who, permissions }).reports.createSummary(DAILY)).rejects.toMatchObject({
      issues: [{ code: "summary_owner" }],
    });
  });

  it("are refused to code with fewer rights, which nothing keeps, and are of its app to one of an app", async () => {
    const { scheduler } = await open();
    const permissions = [Permission.TriggerRuns, Permission.ReadJobs];
    const grants = [{ permission: Permission.ReadRuns, apps: ["mail"] }];
    const narrow = scheduler.as({ kind: "code", name: null, permissions, grants });
    await expect(narrow.reports.createSummary(DAILY)).rejects.toMatchObject({
      issues: [{ code: "summary_owner" }],
    });
    expect(await scheduler.scoped("ops").reports.createSummary(DAILY)).toMatchObject({ apps: ["ops"] });
    await expect(
      scheduler.scoped("ops").reports.createSummary({ ...DAILY, apps: ["mail"] }),
    ).rejects.toMatchObject({ issues: [{ code: "other_app" }] });
  });

  it("need the right to read the apps they name, and to start the job that sends them", async () => {
    const opened = await open();
    await addLi(opened, ["mail"]);
    await opened.identity.people.give("li", { role: "viewer", apps: ["ops"] }, DOER);
    const of = (grants: readonly { readonly permission: Permission; readonly apps: readonly string[] }[]) =>
      opened.scheduler.as({ kind: "user", name: "li", permissions: [], grants });
    const reading = { permission: Permission.ReadRuns, apps: ["mail", "ops"] };
    const jobs = { permission: Permission.ReadJobs, apps: ["mail", "ops"] };
    const starting = { permission: Permission.TriggerRuns, apps: ["mail"] };
    const li = of([reading, jobs, starting]);
    await expect(li.reports.createSummary(DAILY)).rejects.toMatchObject({ code: "forbidden" });
    const own = { ...DAILY, job: "mail.send" };
    await expect(li.reports.createSummary({ ...own, apps: ["shop"] })).rejects.toMatchObject({
      code: "forbidden",
    });
    expect(await li.reports.createSummary({ ...own, apps: ["mail"] })).toMatchObject({ owner: "user:li" });
  });

  it.each<readonly [string, object, string, string]>([
    ["no name", { name: " " }, "/name", "empty"],
    ["a name of two lines", { name: "a\nb" }, "/name", "not_one_line"],
    ["another interval", { interval: "hourly" }, "/interval", "not_one_of"],
    ["an hour that is none", { hour: 24 }, "/hour", "out_of_range"],
    ["half an hour", { hour: 8.5 }, "/hour", "out_of_range"],
    ["a week without its day", { interval: "weekly" }, "/weekday", "out_of_range"],
    ["a day that is none", { interval: "weekly", weekday: 8 }, "/weekday", "out_of_range"],
    ["an unknown zone", { timeZone: "Mars/Olympus" }, "/timeZone", "not_a_zone"],
    ["an unknown job", { job: "nobody" }, "/job", "unknown_job"],
    ["an unknown language", { language: "de" }, "/language", "not_one_of"],
    ["no app of a list", { apps: [] }, "/apps", "empty"],
    ["an unknown member", { owner: "user:li" }, "/owner", "unknown_name"],
  ])("are refused with %s, and say where it is", async (_, part, pointer, code) => {
    const { scheduler } = await open();
    await expect(scheduler.reports.createSummary({ ...DAILY, ...part })).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer, code }],
    });
    expect(await scheduler.reports.summaries()).toEqual([]);
  });

  it("are at most 20 of an owner and 100 of a tenant, also where many are made at once", async () => {
    const opened = await open();
    const { scheduler, world } = opened;
    const make = (): Promise<string> =>
      scheduler.reports.createSummary(DAILY).then(
        () => "made",
        (error: { issues?: readonly { code: string }[] }) => error.issues?.[0]?.code ?? "no issue",
      );
    const made = await Promise.all(Array.from({ length: 23 }, make));
    expect(made.filter((one) => one === "made")).toHaveLength(20);
    expect(new Set(made)).toEqual(new Set(["made", "summaries_full"]));
    const [one] = await scheduler.reports.summaries();
    const others = Array.from({ length: 80 }, (__, index) => ({
      ...(one as ReportSummary),
      id: `other-${index}`,
      owner: `user:other-${index}`,
      revision: 1,
    }));
    await world.store.records(SUMMARY_RECORDS).put(others);
    await addLi(opened, ["ops"]);
    await expect((await opened.as("li")).reports.createSummary(DAILY)).rejects.toMatchObject({
      issues: [{ code: "summaries_full", parameters: { max: 100 } }],
    });
  });
});
