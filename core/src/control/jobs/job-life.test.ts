import { FEATURES } from "@mojob/features";
import { describe, expect, test } from "vitest";
import { anInstance, START } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld, type World } from "@mojob/test-fixtures/world";
import { declareJob, stateJob } from "../../definition/declare-job.ts";
import { registerJobs } from "../../definition/register-jobs.ts";
import { MissingCodeDuty } from "../../duties/missing-code-duty.ts";
import { FiringLoop } from "../../duties/firing-loop.ts";
import { Janitor } from "../../duties/janitor.ts";
import { Reconciler } from "../../duties/reconciler.ts";
import { defineRecurringJob, defineTriggeredJob } from "../../job/define-job.ts";
import type { JobRegistration } from "../../job/job-registration.ts";
import { nextFire } from "../../schedule/planner.ts";
import { NO_FACTS } from "../../schedule/schedule-facts.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const send = defineTriggeredJob({
  key: "mail.send",
  argsJsonSchema: { type: "object", required: ["to"] },
  execute: () => null,
});
const tick = defineRecurringJob({ key: "mail.tick", cron: "* * * * * *", execute: () => null });

interface Place extends World {
  readonly scheduler: MoJobScheduler;
  /** Registers these as all the jobs that the app's code declares. */
  register(...jobs: readonly JobRegistration[]): Promise<void>;
  leave(): Promise<void>;
}

async function aPlace(...jobs: readonly JobRegistration[]): Promise<Place> {
  const world = createWorld();
  const engine = createEngine({ ...world, tenant: "default", features: FEATURES });
  const scheduler = createScheduler(engine);
  const place: Place = {
    ...world,
    cache: engine.cache,
    scheduler,
    register: async (...declared) => {
      const onWarning = (): void => {};
      await registerJobs({ app: "mail", jobs: declared, registry: scheduler.registry, onWarning });
    },
    leave: () => new MissingCodeDuty(engine).run(),
  };
  if (jobs.length > 0) await place.register(...jobs);
  return place;
}

describe("jobs.create()", () => {
  test("makes a job that shares a handler, with arguments, schedule and options of its own", async () => {
    const { scheduler } = await aPlace(send);
    const { definition, nextFire: next } = await scheduler.jobs.create({
      key: "mail.monthly",
      app: "mail",
      kind: "recurring",
      options: { cron: "0 0 0 1 * *", retryCount: 2 },
      work: { kind: "code", handler: "mail.send" },
      args: { to: "all" },
    });
    expect(definition).toMatchObject({
      key: "mail.monthly",
      origin: "api",
      inCode: false,
      work: { kind: "code", handler: "mail.send" },
      args: { to: "all" },
      options: { name: "mail.monthly", retryCount: 2 },
      updatedBy: null,
    });
    expect(next).toEqual(new Date("2026-02-01T00:00:00Z"));
    const run = await scheduler.instances.trigger("mail.monthly", {});
    expect(run.args).toEqual({ to: "all" });
    expect((await scheduler.instances.rerun(run.id)).args).toEqual({ to: "all" });
    expect((await scheduler.jobs.get("mail.monthly")).differsFromCode).toEqual([]);
  });

  test("checks arguments with the schema of the handler, of the job and of its runs", async () => {
    const { scheduler } = await aPlace(send);
    const job = {
      key: "mail.other",
      app: "mail",
      kind: "triggered",
      work: { kind: "code", handler: "mail.send" },
    };
    const create = (args?: unknown) => scheduler.jobs.create({ ...job, kind: "triggered", args });
    await expect(create({ from: 1 })).rejects.toMatchObject({ code: "invalid_args" });
    await create({ to: "ada" });
    await expect(scheduler.instances.trigger("mail.other", { args: {} })).rejects.toMatchObject({
      code: "invalid_args",
    });
    expect((await scheduler.instances.trigger("mail.other", {})).args).toEqual({ to: "ada" });
  });

  test("refuses a key that is in use, a malformed request, and work that no worker runs", async () => {
    const { scheduler, store } = await aPlace(send);
    const create = (more: object) =>
      scheduler.jobs.create({ key: "mail.new", app: "mail", kind: "triggered", ...more });
    await expect(create({ key: "mail.send" })).rejects.toMatchObject({ code: "job_key_taken" });
    await expect(create({ key: "no key" })).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(create({ app: "a/b" })).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(create({ options: { cron: "* * * * *" } })).rejects.toMatchObject({
      code: "invalid_argument",
    });
    const work = { kind: "command", argv: ["true"] };
    await expect(create({ work })).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer: "/work/kind", code: "no_runner", parameters: { app: "mail", kinds: ["code"] } }],
    });
    await store.executors.save(anExecutor({ workKinds: ["code", "command"] }));
    expect((await create({ work })).definition.work).toEqual(work);
    const runners = [{ kind: "command", names: ["rsync"] }] as const;
    await store.executors.save(anExecutor({ workKinds: ["code", "command"], runners }));
    await expect(create({ key: "mail.newest", work })).rejects.toMatchObject({
      issues: [{ pointer: "/work/argv/0", code: "not_one_of", parameters: { values: ["rsync"] } }],
    });
    await expect(
      scheduler.scoped("ledger").jobs.create({ key: "mail.newer", app: "mail", kind: "triggered" }),
    ).rejects.toMatchObject({ code: "invalid_argument", issues: [{ pointer: "/app" }] });
  });
});

describe("the arguments of a job that is no code", () => {
  const command = { kind: "command", argv: ["true"] };
  const argsSchema = { type: "object", properties: { to: { type: "string" } }, additionalProperties: false };
  const made = { key: "mail.made", app: "mail", kind: "triggered", work: command } as const;

  async function aMaker() {
    const place = await aPlace(send);
    await place.store.executors.save(anExecutor({ workKinds: ["code", "command"] }));
    return place.scheduler;
  }

  test("fit the schema that it is made with, and those that are kept with it too", async () => {
    const scheduler = await aMaker();
    await expect(scheduler.jobs.create({ ...made, args: { to: 1 }, argsSchema })).rejects.toMatchObject({
      code: "invalid_args",
    });
    expect((await scheduler.jobs.create({ ...made, argsSchema })).definition.argsSchema).toEqual(argsSchema);
    await expect(scheduler.instances.trigger("mail.made", { args: ["-exec"] })).rejects.toMatchObject({
      code: "invalid_args",
    });
    expect((await scheduler.instances.trigger("mail.made", { args: { to: "ada" } })).args).toEqual({
      to: "ada",
    });
  });

  test("fit the schema that an edit gives it, until another one takes it away", async () => {
    const scheduler = await aMaker();
    await scheduler.jobs.create({ ...made, args: { to: 1 } });
    await expect(scheduler.jobs.update("mail.made", { argsSchema }, 1)).rejects.toMatchObject({
      code: "invalid_args",
    });
    const edited = await scheduler.jobs.update("mail.made", { argsSchema, args: null }, 1);
    expect(edited.definition).toMatchObject({ revision: 2, argsSchema });
    await scheduler.jobs.update("mail.made", { argsSchema }, 2);
    const freed = await scheduler.jobs.update("mail.made", { argsSchema: null, args: [1] }, 2);
    expect(freed.definition).toMatchObject({ revision: 3, argsSchema: null });
  });

  test.each([
    [{ argsSchema: [] }, "not_object"],
    [{ argsSchema: { type: "object", description: "x".repeat(70_000) } }, "too_many_bytes"],
    [{ argsSchema, work: { kind: "code", handler: "mail.send" } }, "schema_of_code"],
  ])("have no schema that cannot be: %#", async (given, code) => {
    const scheduler = await aMaker();
    const refused = { issues: [{ pointer: "/argsSchema", code }] };
    await expect(scheduler.jobs.create({ ...made, ...given })).rejects.toMatchObject(refused);
    await scheduler.jobs.create(made);
    await expect(scheduler.jobs.update("mail.made", given, 1)).rejects.toMatchObject(refused);
  });

  test("are those of its code once it becomes code, whose schema nobody edits", async () => {
    const scheduler = await aMaker();
    await scheduler.jobs.create({ ...made, argsSchema });
    const work = { kind: "code", handler: "mail.send" };
    const { definition } = await scheduler.jobs.update("mail.made", { work }, 1);
    expect(definition.argsSchema).toBeNull();
    await expect(scheduler.jobs.update("mail.send", { argsSchema: null }, 1)).rejects.toMatchObject({
      issues: [{ pointer: "/argsSchema", code: "schema_of_code" }],
    });
  });
});

describe("jobs.copy()", () => {
  test("makes a paused copy that runs the same code with the same options and arguments", async () => {
    const { scheduler } = await aPlace(tick);
    const { definition: original } = await scheduler.jobs.update("mail.tick", { args: [1], priority: 1 }, 1);
    const { definition, nextFire: next } = await scheduler.jobs.copy("mail.tick", { key: "mail.tock" });
    expect(definition).toMatchObject({
      work: original.work,
      args: [1],
      options: { priority: 1, name: "mail.tock" },
    });
    expect([definition.revision, definition.pause?.at, next]).toEqual([1, START, null]);
    await expect(scheduler.jobs.copy("mail.tick", { key: "mail.tock" })).rejects.toMatchObject({
      code: "job_key_taken",
    });
    expect((await scheduler.jobs.resume("mail.tock")).nextFire).not.toBeNull();
  });
});

describe("jobs.update()", () => {
  test("changes arguments and work with the options, in one revision", async () => {
    const { scheduler } = await aPlace(send, tick);
    const work = { kind: "code", handler: "mail.send" };
    const changed = await scheduler.jobs.update("mail.tick", { work, args: { to: "all" }, priority: 2 }, 1);
    expect(changed.definition).toMatchObject({
      revision: 2,
      work,
      args: { to: "all" },
      options: { priority: 2 },
    });
    expect((await scheduler.jobs.update("mail.tick", { args: { to: "all" } }, 2)).definition.revision).toBe(
      2,
    );
    await expect(scheduler.jobs.update("mail.tick", { args: {} }, 2)).rejects.toMatchObject({
      code: "invalid_args",
    });
  });
});

describe("a fire", () => {
  test("has the arguments that are stored with its job", async () => {
    const { scheduler, clock, instances, ...world } = await aPlace(tick);
    await scheduler.jobs.update("mail.tick", { args: { day: 1 } }, 1);
    const engine = createEngine({ ...world, clock, tenant: "default" });
    const stop = new AbortController();
    const fired = new FiringLoop(engine).fireWindow(clock.now(), stop.signal);
    await clock.advance(1000);
    stop.abort();
    await clock.advance(1000);
    await fired;
    expect(await instances()).toMatchObject([{ jobKey: "mail.tick", args: { day: 1 } }]);
  });
});

describe("jobs.pause()", () => {
  const runs = async ({ store }: Place): Promise<void> => {
    const fire = {
      jobKey: "mail.tick",
      lane: "mail.tick",
      kind: "recurring",
      trigger: { type: "cron", nominalTime: START },
    } as const;
    const many = Array.from({ length: 250 }, (_, index) => anInstance({ ...fire, id: `fire-${index}` }));
    await store.instances.insert([
      ...many,
      anInstance({ ...fire, id: "by-hand", trigger: { type: "api", manual: true } }),
      anInstance({ ...fire, id: "running", state: "Processing", attempt: 1, claim: "c" }),
      anInstance({ ...fire, id: "other", jobKey: "mail.send", lane: "mail.send" }),
    ]);
  };
  const statesOf = async ({ instance }: Place): Promise<readonly string[]> =>
    (await Promise.all(["fire-0", "fire-249", "by-hand", "running", "other"].map((id) => instance(id)))).map(
      ({ state }) => state,
    );

  test("lets fires that wait run, unless it is asked to end them; nothing else ends", async () => {
    const place = await aPlace(tick, send);
    await runs(place);
    await place.scheduler.jobs.pause("mail.tick");
    expect(await statesOf(place)).toEqual(["Enqueued", "Enqueued", "Enqueued", "Processing", "Enqueued"]);
    const { definition } = await place.scheduler.jobs.pause("mail.tick", {
      waiting: "cancel",
      note: "Release",
    });
    expect(definition.pause?.note).toBe("Release");
    expect(await statesOf(place)).toEqual(["Cancelled", "Cancelled", "Enqueued", "Processing", "Enqueued"]);
    expect((await place.instance("fire-7")).reason).toEqual({ code: "job_paused" });
    const waiting = { jobKey: "mail.tick", states: ["Enqueued"] } as const;
    expect((await place.scheduler.instances.list(waiting, { limit: 10 })).items.map(({ id }) => id)).toEqual([
      "by-hand",
    ]);
  });
});

describe("jobs.remove()", () => {
  test("ends waiting runs, leaves running and ended ones, and frees the key", async () => {
    const { scheduler, store, instance, bus } = await aPlace(send);
    const state = { tenant: "default", jobKey: "mail.send" };
    await store.instances.insert([
      anInstance({ id: "waits", ...state }),
      anInstance({ id: "delayed", ...state, state: "Scheduled" }),
      anInstance({ id: "retries", ...state, state: "Failed", attempt: 1 }),
      anInstance({ id: "runs", ...state, state: "Processing", attempt: 1, claim: "c", worker: "w" }),
      anInstance({ id: "ended", ...state, state: "Succeeded", completedAt: START }),
    ]);
    await expect(scheduler.jobs.remove("mail.send", 2)).rejects.toMatchObject({ code: "stale_revision" });
    await scheduler.jobs.remove("mail.send", 1);
    const states = await Promise.all(
      ["waits", "delayed", "retries", "runs", "ended"].map(async (id) => (await instance(id)).state),
    );
    expect(states).toEqual(["Cancelled", "Cancelled", "Terminated", "Processing", "Succeeded"]);
    expect((await instance("waits")).reason).toEqual({ code: "job_deleted" });
    expect(bus.requests).toEqual([]);
    await expect(scheduler.jobs.get("mail.send")).rejects.toMatchObject({ code: "job_not_found" });
    await expect(scheduler.jobs.remove("mail.send", 1)).rejects.toMatchObject({ code: "job_not_found" });
    expect((await scheduler.instances.list({ jobKey: "mail.send" }, { limit: 9 })).items).toHaveLength(5);
    const again = await scheduler.jobs.create({ key: "mail.send", app: "mail", kind: "recurring" });
    expect(again.definition.revision).toBeGreaterThan(1);
  });

  test("is followed by the reconciler for a run that was created at that moment", async () => {
    const { scheduler, store, instance, clock, ...world } = await aPlace(send);
    await scheduler.jobs.remove("mail.send", 1);
    await store.instances.insert([anInstance({ id: "late", jobKey: "mail.send" })]);
    await new Reconciler({ ...world, store, clock, tenant: "default" }).reconcile(clock.now());
    expect(await instance("late")).toMatchObject({ state: "Cancelled", reason: { code: "job_deleted" } });
  });

  test("leaves runs until the retention of the removed job takes them, and forgets the job then", async () => {
    const { scheduler, store, state, clock, instances, cache } = await aPlace(send);
    const ended = { jobKey: "mail.send", state: "Succeeded", completedAt: START } as const;
    await store.instances.insert(["a", "b", "c"].map((id) => anInstance({ id, ...ended })));
    await scheduler.jobs.update("mail.send", { retention: { maxInstances: 2, maxAgeDays: 3 } }, 1);
    await scheduler.jobs.remove("mail.send", 2);
    const janitor = new Janitor({
      tenant: "default",
      store: store.retention,
      scripts: store.scripts,
      state,
      cache,
      clock,
    });
    await janitor.sweep();
    expect((await instances()).map(({ id }) => id).sort()).toEqual(["b", "c"]);
    const aDayMs = 24 * 60 * 60 * 1000;
    await clock.advance(3 * aDayMs + 1);
    await janitor.sweep();
    expect(await instances()).toEqual([]);
    expect(await state.list("mojob/default/removed/")).toHaveLength(1);
    await clock.advance(aDayMs);
    await janitor.sweep();
    expect(await state.list("mojob/default/removed/")).toEqual([]);
  });
});

describe("a job that its code no longer declares", () => {
  test("does not fire, is shown, and fires again once it is declared, but for what was due meanwhile", async () => {
    const { scheduler, register, leave, clock } = await aPlace(send, tick);
    await register(send);
    await leave();
    const left = await scheduler.jobs.get("mail.tick");
    expect([left.definition.inCode, left.nextFire]).toEqual([false, null]);
    expect(await scheduler.incidents.attention()).toContainEqual(
      expect.objectContaining({ kind: "not_in_code", jobs: [expect.objectContaining({ key: "mail.tick" })] }),
    );
    expect((await scheduler.jobs.get("mail.send")).definition.inCode).toBe(true);
    await clock.advance(60_000);
    await register(send, tick);
    const back = await scheduler.jobs.get("mail.tick");
    expect([back.definition.inCode, back.definition.scheduledSince]).toEqual([true, clock.now()]);
    expect(nextFire(back.definition, START, NO_FACTS)).toEqual(new Date(clock.now().getTime() + 1000));
    await leave();
    expect((await scheduler.jobs.get("mail.tick")).definition.inCode).toBe(true);
  });

  test("stays while a worker that is there still has its code, and after a registration that is not complete", async () => {
    const { scheduler, register, leave, store, clock } = await aPlace(tick);
    await store.executors.save(anExecutor({ jobKeys: ["mail.tick"] }));
    const other = declareJob({ key: "mail.read", kind: "triggered", options: {}, argsSchema: null });
    await scheduler.registry.register("mail", [other]);
    await leave();
    await register(send);
    await leave();
    expect((await scheduler.jobs.get("mail.tick")).definition.inCode).toBe(true);
    await clock.advance(30_001);
    await leave();
    expect((await scheduler.jobs.get("mail.tick")).definition.inCode).toBe(false);
  });

  test.each([
    ["was asked to drain", {}, ["worker-1"]],
    ["is leaving", { draining: true }, []],
    ["does not meet the job's rule", { version: "1.0.0" }, []],
  ])("stays while a worker has its code that %s", async (_, record, drained) => {
    const { scheduler, register, leave, store } = await aPlace(tick);
    await scheduler.jobs.update("mail.tick", { executors: { minVersion: "2.0.0" } }, 1);
    await store.executors.save(anExecutor({ jobKeys: ["mail.tick"], version: "2.0.0", ...record }));
    for (const id of drained) await scheduler.drainWorker(id);
    await register(send);
    await leave();
    expect((await scheduler.jobs.get("mail.tick")).definition.inCode).toBe(true);
  });

  test("is judged by complete registrations alone: a job of another program of the app stays", async () => {
    const { scheduler, register, leave } = await aPlace(send);
    const inPython = declareJob({ key: "mail.report", kind: "triggered", options: {}, argsSchema: null });
    await scheduler.registry.register("mail", [inPython]);
    await register(send, tick);
    await leave();
    expect((await scheduler.jobs.get("mail.report")).definition.inCode).toBe(true);
    // It moves from the code of one program to that of the other.
    await register(send);
    await scheduler.registry.register("mail", [declareJob({ ...stateJob(tick, "mail") })]);
    await leave();
    expect((await scheduler.jobs.get("mail.tick")).definition.inCode).toBe(true);
    await register(send, tick);
    await register(send);
    await register(send);
    await leave();
    expect((await scheduler.jobs.get("mail.tick")).definition.inCode).toBe(false);
  });

  test("is left alone where it was made through the API", async () => {
    const { scheduler, register, leave } = await aPlace(tick);
    const job = { app: "mail", kind: "recurring", options: { cron: "* * * * * *" } } as const;
    await scheduler.jobs.create({ key: "mail.made", ...job, work: { kind: "code", handler: "mail.tick" } });
    await register(tick);
    await leave();
    expect((await scheduler.jobs.get("mail.made")).nextFire).not.toBeNull();
  });
});
