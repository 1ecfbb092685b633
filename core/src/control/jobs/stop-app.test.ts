import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { readAppStop } from "../../definition/app/app-stop.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { nextFire, planFires } from "../../schedule/planner.ts";
import { NO_FACTS } from "../../schedule/schedule-facts.ts";
import type { SchedulerOptions } from "../../model/option/scheduler-options.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const tick = aDefinition({ key: "mail.tick", kind: "recurring", options: { cron: "* * * * * *" } });
const paused = aDefinition({
  key: "mail.paused",
  kind: "recurring",
  options: { cron: "* * * * * *" },
  pause: { at: START, until: null, note: "Broken" },
});
const send = aDefinition({ key: "mail.send" });
const other = aDefinition({
  key: "bill",
  app: "billing",
  kind: "recurring",
  options: { cron: "* * * * * *" },
});

const LATER = new Date(START.getTime() + 60_000);

interface Place extends World {
  readonly scheduler: MoJobScheduler;
  job(key: string): Promise<JobDefinition>;
}

async function aPlace(options: SchedulerOptions = {}): Promise<Place> {
  const world = createWorld();
  await world.define(tick, paused, send, other);
  const engine = createEngine({ ...world, tenant: "default", scheduler: options });
  const job = async (key: string): Promise<JobDefinition> => (await engine.cache.get(key)) as JobDefinition;
  return { ...world, cache: engine.cache, scheduler: createScheduler(engine), job };
}

describe("jobs.stopApp()", () => {
  test("no job of the app fires until it is started again, and jobs that were paused stay paused", async () => {
    const { scheduler, job, clock } = await aPlace();
    await scheduler.jobs.stopApp("mail", { note: "Migration" });
    expect([
      nextFire(await job("mail.tick"), START, NO_FACTS),
      nextFire(await job("bill"), START, NO_FACTS),
    ]).toEqual([null, new Date(START.getTime() + 1000)]);
    expect((await job("mail.tick")).appPause).toMatchObject({ at: START, until: null, note: "Migration" });
    const [mail] = (await scheduler.apps()).filter(({ app }) => app === "mail");
    expect(mail?.stopped).toMatchObject({ at: START, note: "Migration" });
    await clock.advance(60_000);
    await scheduler.jobs.startApp("mail");
    expect(nextFire(await job("mail.tick"), clock.now(), NO_FACTS)).not.toBeNull();
    expect((await scheduler.jobs.get("mail.tick")).definition).toMatchObject({ pause: null, appPause: null });
    expect((await scheduler.jobs.get("mail.paused")).definition.pause?.note).toBe("Broken");
    expect(nextFire(await job("mail.paused"), clock.now(), NO_FACTS)).toBeNull();
    expect((await scheduler.apps()).every(({ stopped }) => stopped === null)).toBe(true);
  });

  test("what was due while it was stopped is not made up for, also after an outage over both ends", async () => {
    const { scheduler, job, clock } = await aPlace();
    await clock.advance(10_000);
    await scheduler.jobs.stopApp("mail");
    await clock.advance(60_000);
    await scheduler.jobs.startApp("mail");
    await clock.advance(10_000);
    const { misses } = planFires(
      [await job("mail.tick")],
      {
        after: START,
        to: clock.now(),
        now: clock.now(),
      },
      NO_FACTS,
    );
    // Ten before, and those after but for the one that is made up for and those within the grace.
    expect(misses[0]?.missed.count).toBeLessThan(20);
  });

  test("a job that is registered meanwhile is stopped too, and started with the others", async () => {
    const { scheduler, job, clock } = await aPlace();
    await scheduler.jobs.stopApp("mail");
    await scheduler.jobs.create({
      key: "mail.new",
      app: "mail",
      kind: "recurring",
      options: { cron: "* * * * * *" },
      work: { kind: "code", handler: "mail.send" },
    });
    expect(nextFire(await job("mail.new"), clock.now(), NO_FACTS)).toBeNull();
    await scheduler.jobs.startApp("mail");
    expect(nextFire(await job("mail.new"), clock.now(), NO_FACTS)).not.toBeNull();
  });

  test("ends what waits where that is asked for, but for runs by hand and those of other apps", async () => {
    const { scheduler, store, instance, bus } = await aPlace();
    await store.instances.insert([
      anInstance({ id: "waits" }),
      anInstance({ id: "delayed", state: "Scheduled" }),
      anInstance({ id: "by-hand", trigger: { type: "panel", manual: true } }),
      anInstance({ id: "runs", state: "Processing", attempt: 1 }),
      anInstance({ id: "retry", state: "Failed", attempt: 1, retryAt: LATER }),
      anInstance({ id: "queued", reason: { code: "waits_for_slot", parameters: { limit: 1 } } }),
      anInstance({ id: "held", reason: { code: "held" } }),
      anInstance({ id: "follows", reason: { code: "waits_for_run", parameters: { other: "runs" } } }),
      anInstance({ id: "other", app: "billing", jobKey: "bill", lane: "bill" }),
    ]);
    const li = scheduler.as({ kind: "user", name: "li", permissions: ["jobs:pause", "runs:cancel"] });
    await li.jobs.stopApp("mail", { waiting: "cancel", note: "Migration" });
    const stateOf = async (id: string): Promise<string> => (await instance(id)).state;
    expect(await Promise.all(["by-hand", "runs", "other"].map(stateOf))).toEqual([
      "Enqueued",
      "Processing",
      "Enqueued",
    ]);
    const reason = { code: "app_stopped", parameters: { by: "user:li", note: "Migration" } };
    for (const id of ["waits", "delayed", "retry", "queued", "held", "follows"])
      expect(await instance(id)).toMatchObject({ state: "Cancelled", reason, cancelReason: reason });
    await scheduler.jobs.startApp("mail");
    expect(bus.requests).toEqual([]);
  });

  test("holds or ends what waits as the deployment says, where the request does not", async () => {
    const { scheduler, store, instance } = await aPlace({ stopWaiting: "cancel" });
    await store.instances.insert([anInstance({ id: "waits" })]);
    const pauses = scheduler.as({ kind: "user", name: "li", permissions: ["jobs:pause"] });
    await expect(pauses.jobs.stopApp("mail")).rejects.toMatchObject({ code: "forbidden" });
    await pauses.jobs.stopApp("mail", { waiting: "hold" });
    expect((await instance("waits")).state).toBe("Enqueued");
    await scheduler.jobs.stopApp("mail");
    expect((await instance("waits")).state).toBe("Cancelled");
  });

  test("starting it hands over what was held", async () => {
    const { scheduler, store, bus, instance } = await aPlace();
    await scheduler.jobs.stopApp("mail");
    await store.instances.insert([anInstance({ reason: { code: "held" } })]);
    await scheduler.jobs.startApp("mail");
    expect(bus.requests).toMatchObject([{ instanceId: "run-1" }]);
    expect((await instance("run-1")).reason).toBeNull();
  });

  test("twice is once, and who did it is kept", async () => {
    const { scheduler, state, job, clock } = await aPlace();
    const li = scheduler.as({ kind: "user", name: "li", permissions: ["jobs:pause"] });
    await li.jobs.stopApp("mail");
    const { revision } = await job("mail.tick");
    await clock.advance(1000);
    await li.jobs.stopApp("mail");
    expect((await job("mail.tick")).revision).toBe(revision);
    expect((await readAppStop(state, "default", "mail"))?.by).toBe("user:li");
    expect((await job("mail.tick")).updatedBy).toBe("user:li");
    await expect(li.jobs.stopApp("mail", { waiting: "cancel" })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("a scheduler that is limited to an app stops that one alone", async () => {
    const { scheduler } = await aPlace();
    await expect(scheduler.scoped("mail").jobs.stopApp("billing")).rejects.toMatchObject({
      code: "invalid_argument",
    });
  });
});
