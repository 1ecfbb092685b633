import type { JobDefinition, JobInstance } from "@mojob/core";
import type { TaskWait } from "@mojob/core/engine";
import { aDefinition, anInstance, type DefinitionOverrides, START } from "@mojob/test-fixtures/records";
import { anExecutor, storeGone } from "@mojob/test-fixtures/world";
import { describe, expect, it } from "vitest";
import { noActions, watchAlarms } from "../../fixtures/alarm-watch.ts";
import { AlarmDuty } from "./alarm-duty.ts";
import { AlarmFollower } from "./alarm-follower.ts";

const A_MINUTE_MS = 60_000;

function job(key: string, overrides: DefinitionOverrides = {}): JobDefinition {
  return aDefinition({ key, ...overrides });
}

function aTask(key: string): JobDefinition {
  return job(key, { work: { kind: "task", body: { engine: 1, nodes: [] } } });
}

describe("a job that fails", () => {
  it("opens one incident, which counts, groups errors and ends with the next success", async () => {
    const { world, run, pass, passFor, incidents, open } = await watchAlarms({}, job("bad"), job("good"));
    await run("good", "Succeeded");
    const first = await run("bad", "Terminated", { attempt: 3, errorSummary: 'No file "a-1.csv"' });
    await pass();
    expect(await incidents()).toMatchObject([
      {
        id: "run_failed:bad:1",
        severity: "warning",
        state: "open",
        count: 1,
        parameters: { attempts: 3 },
        runs: [first],
      },
    ]);
    await passFor(10_000);
    const second = await run("bad", "Terminated", { errorSummary: 'No file "b-2.csv"' });
    await pass();
    await passFor(10_000);
    await run("bad", "Terminated", { errorSummary: "Disk full" });
    await pass();
    const [failing] = (await incidents()).filter(({ condition }) => condition === "run_failed");
    expect(failing).toMatchObject({ count: 3, openedAt: START, state: "open" });
    expect(failing?.runs.slice(1)).toEqual([second, first]);
    expect(failing?.errors.map(({ message, count }) => [message, count])).toEqual([
      ["Disk full", 1],
      ['No file "b-2.csv"', 2],
    ]);
    expect(failing?.timeline.map(({ kind }) => kind)).toEqual(["opened", "changed"]);
    expect(await open()).toEqual(["failures_in_row:bad", "run_failed:bad"]);
    await passFor(10_000);
    const success = await run("bad", "Succeeded");
    await pass();
    expect(await open()).toEqual(["failures_in_row:bad"]);
    await passFor(10_000);
    await run("bad", "Succeeded");
    await pass();
    expect(await open()).toEqual([]);
    const [resolved] = (await incidents()).filter(({ condition }) => condition === "run_failed");
    expect(resolved).toMatchObject({ state: "resolved", resolvedAt: new Date(START.getTime() + 30_000) });
    expect(resolved?.timeline.at(-1)).toMatchObject({
      kind: "resolved",
      by: null,
      parameters: { how: "recovered", run: success },
    });
    expect(world.errors).toEqual([]);
  });

  it("opens nothing for a run that was cancelled, or is a part of another", async () => {
    const { run, pass, incidents } = await watchAlarms({}, job("bad"));
    await run("bad", "Cancelled");
    await run("bad", "Terminated", { part: { of: "whole", name: "1" } });
    await run("bad", "Skipped");
    await pass();
    expect(await incidents()).toEqual([]);
  });

  it("names a row of failures as what explains it", async () => {
    const { run, pass, passFor, incidents } = await watchAlarms({}, job("bad"));
    for (let failures = 0; failures < 3; failures += 1) {
      await run("bad", "Terminated");
      await passFor(10_000);
    }
    await pass();
    const all = await incidents();
    expect(all.find(({ condition }) => condition === "failures_in_row")).toMatchObject({
      severity: "critical",
      explainedBy: null,
      parameters: { row: 3 },
    });
    expect(all.find(({ condition }) => condition === "run_failed")?.explainedBy).toBe(
      "failures_in_row:bad:1",
    );
  });

  it("is opened again, and no second one, when it fails minutes after it recovered", async () => {
    const { run, passFor, incidents } = await watchAlarms({}, job("bad"));
    for (const state of ["Terminated", "Succeeded", "Terminated"] as const) {
      await run("bad", state);
      await passFor(20_000);
    }
    expect(await incidents()).toMatchObject([{ number: 1, state: "open", count: 2, resolvedAt: null }]);
    await run("bad", "Succeeded");
    await passFor(11 * A_MINUTE_MS);
    await run("bad", "Terminated");
    await passFor(10_000);
    expect((await incidents()).map(({ number, state }) => [number, state])).toEqual([
      [2, "open"],
      [1, "resolved"],
    ]);
  });

  it("is no longer watched once it is deleted or disabled, or its rule is off", async () => {
    const { world, run, pass, incidents, rules } = await watchAlarms({}, job("a"), job("b"), job("c"));
    for (const key of ["a", "b", "c"]) await run(key, "Terminated");
    await pass();
    const [a, b] = await Promise.all([world.cache.get("a"), world.cache.get("b")]);
    if (a === null || b === null) throw new Error("There is no job");
    await world.cache.remove("a", a.revision);
    await world.cache.save(
      { ...b, revision: b.revision + 1, options: { ...b.options, disabled: true } },
      b.revision,
    );
    await rules({ id: "quiet", condition: "run_failed", enabled: false, jobs: ["c"] });
    await pass();
    const all = await incidents();
    expect(all.map(({ state }) => state)).toEqual(["resolved", "resolved", "resolved"]);
    expect(all.map(({ timeline }) => timeline.at(-1)?.parameters)).toEqual(
      Array.from({ length: 3 }, () => ({ how: "no_longer_watched" })),
    );
    await run("c", "Terminated");
    await pass();
    expect((await incidents()).every(({ state }) => state === "resolved")).toBe(true);
  });

  it("is quiet after a day without a run where nothing schedules it", async () => {
    const { world, run, pass, open } = await watchAlarms({}, job("bad"));
    await run("bad", "Terminated");
    await pass();
    await world.clock.advance(24 * 3_600_000 - 1000);
    await pass();
    expect(await open()).toEqual(["run_failed:bad"]);
    await world.clock.advance(1000);
    await pass();
    expect(await open()).toEqual([]);
  });

  it("counts a run once, also where its end comes again", async () => {
    const { world, run, pass, incidents } = await watchAlarms({}, job("bad"));
    const id = await run("bad", "Terminated");
    const [ended] = await world.store.instances.get("default", [id]);
    const follower = new AlarmFollower({ tenant: "default", ...world });
    await pass();
    await follower.follow(ended === undefined || ended === null ? [] : [ended]);
    expect(await incidents()).toMatchObject([{ count: 1, revision: 1 }]);
  });

  it("makes one incident where 500 runs of it fail at once", async () => {
    const { run, pass, incidents } = await watchAlarms({}, job("bad"));
    for (let runs = 0; runs < 500; runs += 1) await run("bad", "Terminated", { errorSummary: `No ${runs}` });
    await pass();
    const all = await incidents();
    expect(Object.fromEntries(all.map(({ key, count, errors }) => [key, [count, errors.length]]))).toEqual({
      "failures_in_row:bad": [500, 1],
      "run_failed:bad": [500, 1],
    });
    expect(all.every(({ revision }) => revision <= 2)).toBe(true);
  });
});

describe("a recurring job that fails for a day", () => {
  it("opens one more incident, which explains the others, until a run succeeds", async () => {
    const nightly = job("nightly", { kind: "recurring" });
    const { world, run, passFor, incidents, open, rules } = await watchAlarms(
      {},
      nightly,
      job("now-and-then"),
    );
    // Its fires are not what this is about.
    await world.state.set("mojob/default/firing/cursor", new Date(8e12).toISOString());
    await rules({ id: "soon", condition: "no_success", parameters: { afterMs: 30 * A_MINUTE_MS } });
    for (const key of ["nightly", "now-and-then"])
      await run(key, "Terminated", { errorSummary: "Disk full" });
    await passFor(29 * A_MINUTE_MS);
    expect(await open()).not.toContain("no_success:nightly");
    await passFor(2 * A_MINUTE_MS);
    const byKey = new Map((await incidents()).map((one) => [one.key, one]));
    expect(byKey.get("no_success:nightly")).toMatchObject({
      severity: "critical",
      parameters: { since: byKey.get("run_failed:nightly")?.openedAt.toISOString() },
      errors: [{ message: "Disk full" }],
    });
    expect(byKey.get("run_failed:nightly")?.explainedBy).toBe("no_success:nightly:1");
    expect(byKey.has("no_success:now-and-then")).toBe(false);
    await run("nightly", "Succeeded");
    await passFor(30_000);
    expect(await open()).toEqual(["run_failed:now-and-then"]);
  });
});

describe("fires", () => {
  const minutely = (key = "tick"): JobDefinition =>
    job(key, { kind: "recurring", options: { cron: "0 * * * * *" }, scheduledSince: START });
  const fire = (minute: number): Partial<JobInstance> => ({
    trigger: { type: "cron", nominalTime: new Date(START.getTime() + minute * A_MINUTE_MS) },
  });

  it("that were missed open an incident until one is on time", async () => {
    const { world, run, pass, passFor, open, incidents } = await watchAlarms({}, minutely());
    await world.state.set("mojob/default/firing/cursor", new Date(START.getTime() + 3600_000).toISOString());
    await world.clock.advance(30 * A_MINUTE_MS);
    const from = new Date(START.getTime() + A_MINUTE_MS);
    const to = new Date(START.getTime() + 29 * A_MINUTE_MS);
    await run("tick", "Skipped", { ...fire(1), missed: { count: 29, from, to } });
    await pass();
    expect(await incidents()).toMatchObject([
      {
        key: "missed:tick",
        severity: "critical",
        parameters: { count: 29, from: from.toISOString(), to: to.toISOString() },
      },
    ]);
    await run("tick", "Succeeded", fire(20));
    await pass();
    expect(await open()).toEqual(["missed:tick"]);
    await passFor(2 * A_MINUTE_MS);
    await run("tick", "Succeeded", fire(30));
    await pass();
    expect(await open()).toEqual(["missed:tick"]);
    await run("tick", "Succeeded", fire(32));
    await pass();
    expect(await open()).toEqual([]);
  });

  it("that have not begun a minute after their time are late, until they begin", async () => {
    const { world, run, passFor, open } = await watchAlarms({}, minutely());
    const id = await run("tick", "Enqueued", fire(0));
    await passFor(A_MINUTE_MS);
    expect(await open()).toEqual([]);
    await world.state.set("mojob/default/firing/cursor", world.clock.now().toISOString());
    await passFor(10_000);
    expect(await open()).toEqual(["late:tick"]);
    await world.store.instances.update([
      {
        tenant: "default",
        id,
        at: world.clock.now(),
        when: { states: ["Enqueued"] },
        set: { state: "Cancelled", completedAt: world.clock.now() },
        append: [],
      },
    ]);
    await passFor(10_000);
    expect(await open()).toEqual([]);
  });

  it("that are due and not recorded say that firing has stopped, which explains what is late", async () => {
    const { world, run, passFor, incidents } = await watchAlarms({}, minutely());
    await world.state.set("mojob/default/firing/cursor", START.toISOString());
    await run("tick", "Enqueued", fire(0));
    await passFor(110_000);
    const all = await incidents();
    expect(all.find(({ condition }) => condition === "firing_stopped")).toMatchObject({
      app: null,
      severity: "critical",
      parameters: { jobs: 1, keys: ["tick"], since: START.toISOString() },
    });
    expect(all.find(({ condition }) => condition === "late")?.explainedBy).toBe("firing_stopped:1");
    await world.state.set("mojob/default/firing/cursor", world.clock.now().toISOString());
    await passFor(10_000);
    expect((await incidents()).find(({ condition }) => condition === "firing_stopped")?.state).toBe(
      "resolved",
    );
    expect((await incidents()).find(({ condition }) => condition === "late")?.explainedBy).toBeNull();
  });
});

describe("what lasts", () => {
  it("opens an incident of an app without a worker after a minute, for its jobs that are due", async () => {
    const { world, passFor, open, incidents } = await watchAlarms({}, job("here"));
    const paused = { at: START, until: null, note: null };
    await world.define(
      job("waits", { app: "ledger" }),
      job("idle", { app: "ledger" }),
      job("paused", { app: "ledger", kind: "recurring", options: { cron: "0 * * * * *" }, pause: paused }),
      job("soon", { app: "ledger", kind: "recurring", options: { cron: "0 */5 * * * *" } }),
    );
    await world.store.instances.insert([
      anInstance({ id: "w", jobKey: "waits", lane: "waits", app: "ledger", enqueuedAt: START }),
    ]);
    await world.state.set("mojob/default/firing/cursor", new Date(START.getTime() + 3600_000).toISOString());
    await passFor(A_MINUTE_MS);
    expect(await open()).toEqual([]);
    await passFor(20_000);
    expect(await open()).toEqual(["no_worker:app:ledger"]);
    const [lacking] = await incidents();
    expect(lacking).toMatchObject({ app: "ledger", jobKey: null, count: 1 });
    expect(lacking?.parameters).toEqual({ jobs: 2, keys: ["waits", "soon"], online: 0 });
    await passFor(2 * A_MINUTE_MS);
    const waiting = (await incidents()).find(({ condition }) => condition === "waiting");
    expect(waiting).toMatchObject({ jobKey: "waits", runs: ["w"], explainedBy: "no_worker:app:ledger:1" });
    await world.store.executors.save(
      anExecutor({ id: "w2", app: "ledger", jobKeys: ["waits", "idle", "soon"], lastSeenAt: new Date(8e15) }),
    );
    await passFor(10_000);
    expect(await open()).toEqual(["waiting:waits"]);
  });

  it("says that a run takes far longer than those before it", async () => {
    const { world, run, passFor, open } = await watchAlarms({}, job("slow"));
    for (let runs = 0; runs < 20; runs += 1)
      await run("slow", "Succeeded", { startedAt: new Date(START.getTime() - 20_000) });
    const startedAt = world.clock.now();
    await run("slow", "Processing", { startedAt, claim: "c", attempt: 1, slot: null });
    await passFor(A_MINUTE_MS);
    expect(await open()).toEqual([]);
    await passFor(10_000);
    expect(await open()).toEqual(["slow:slow"]);
  });

  it("counts what waits of an app against its rule", async () => {
    const { run, passFor, open, rules } = await watchAlarms({}, job("many"));
    for (let runs = 0; runs < 5; runs += 1)
      await run("many", "Enqueued", { reason: { code: "waits_for_slot", parameters: { limit: 1 } } });
    await passFor(3 * A_MINUTE_MS);
    expect(await open()).toEqual([]);
    await rules({ id: "few", condition: "backlog", apps: ["mail"], parameters: { most: 4 }, forMs: 0 });
    await passFor(10_000);
    expect(await open()).toEqual(["backlog:app:mail"]);
  });

  it("is held open when it comes and goes", async () => {
    const { world, run, passFor, incidents } = await watchAlarms({}, job("flaps"));
    await world.state.set("mojob/default/firing/cursor", new Date(8e12).toISOString());
    for (let times = 0; times < 6; times += 1) {
      const id = await run("flaps", "Enqueued");
      await passFor(130_000);
      await world.store.instances.update([
        {
          tenant: "default",
          id,
          at: world.clock.now(),
          when: { states: ["Enqueued"] },
          set: { state: "Cancelled", completedAt: world.clock.now() },
          append: [],
        },
      ]);
      await passFor(20_000);
    }
    expect(await incidents()).toMatchObject([{ number: 1, state: "open" }]);
    expect((await incidents())[0]?.reopenedAt).toHaveLength(4);
    await passFor(31 * A_MINUTE_MS);
    expect((await incidents())[0]?.state).toBe("resolved");
  });

  it("is held open where a job fails every other time", async () => {
    const { run, passFor, pass, incidents } = await watchAlarms({}, job("odd"));
    for (let minute = 0; minute < 100; minute += 1) {
      await run("odd", minute % 2 === 0 ? "Terminated" : "Succeeded", { errorSummary: "odd" });
      await passFor(A_MINUTE_MS);
    }
    const [incident, ...others] = (await incidents()).filter(({ condition }) => condition === "run_failed");
    expect(others).toEqual([]);
    const told = incident?.timeline.filter(({ kind }) => /opened|resolved/u.test(kind)) ?? [];
    // Opened, four times over and back, and held from then on.
    expect(told.map(({ kind }) => kind)).toHaveLength(9);
    expect(incident?.state).toBe("open");
    await run("odd", "Succeeded");
    await passFor(31 * A_MINUTE_MS);
    await pass();
    expect((await incidents())[0]?.state).toBe("resolved");
  });

  it("is opened for a task that is held or waits for an approval, and is over once it goes on", async () => {
    const { world, run, passFor, open } = await watchAlarms({}, aTask("held"), aTask("asks"), aTask("rests"));
    const since = START.toISOString();
    const waits = (kind: TaskWait) => ({
      claim: "c",
      attempt: 1,
      startedAt: START,
      reason: {
        code: "task" as const,
        parameters: { version: 1, waits: { for: kind, node: "n", since, until: null } },
      },
    });
    const held = await run("held", "Processing", waits("held"));
    await run("asks", "Processing", waits("approval"));
    await run("rests", "Processing", waits("time"));
    await passFor(10_000);
    expect(await open()).toEqual(["task_held:held"]);
    await passFor(A_MINUTE_MS);
    expect(await open()).toEqual(["approval_pending:asks", "task_held:held"]);
    await world.store.instances.update([
      {
        tenant: "default",
        id: held,
        at: world.clock.now(),
        when: { states: ["Processing"] },
        set: { reason: { code: "task", parameters: { version: 1 } } },
        append: [],
      },
    ]);
    await passFor(10_000);
    expect(await open()).toEqual(["approval_pending:asks"]);
  });

  it("is opened for code that goes on, which explains the fires that are skipped because of it", async () => {
    const { world, run, passFor, pass, open, incidents } = await watchAlarms({}, job("hung"));
    const id = await run("hung", "Processing", { claim: "c", attempt: 1, startedAt: START, slot: 0 });
    const reason = { code: "waits_for_code" as const, parameters: { attempt: 1 } };
    await world.store.instances.update([
      {
        tenant: "default",
        id,
        at: START,
        when: { states: ["Processing"] },
        set: { state: "Failed", reason, abandoned: { attempt: 1, worker: "w1", at: START } },
        append: [],
      },
    ]);
    for (let fire = 0; fire < 10; fire += 1) {
      expect((await incidents()).some(({ condition }) => condition === "fires_skipped")).toBe(false);
      await run("hung", "Skipped", {
        trigger: { type: "cron", nominalTime: START },
        reason: { code: "job_full", parameters: { limit: 1 } },
      });
      await passFor(10_000);
    }
    await pass();
    expect(await open()).toEqual(["code_goes_on:hung", "fires_skipped:hung"]);
    const cause = (await incidents()).find(({ condition }) => condition === "code_goes_on");
    const skipped = (await incidents()).find(({ condition }) => condition === "fires_skipped");
    expect(skipped?.explainedBy).toBe(cause?.id);
  });

  it("shows an outage of the store once it is over", async () => {
    let isGone = false;
    const { world, pass, incidents } = await watchAlarms({
      state: (real) => ({
        get: (key) => (isGone ? Promise.reject(storeGone()) : real.get(key)),
      }),
    });
    const duty = new AlarmDuty({ tenant: "default", publicUrl: null, actions: noActions, ...world });
    await duty.run();
    isGone = true;
    await expect(duty.run()).rejects.toMatchObject({ code: "store_unavailable" });
    await world.clock.advance(A_MINUTE_MS);
    isGone = false;
    await duty.run();
    await pass();
    const [outage] = await incidents();
    expect(outage).toMatchObject({
      condition: "store_unavailable",
      state: "resolved",
      notified: [],
      isSettled: true,
    });
    expect(outage?.parameters).toEqual({
      from: START.toISOString(),
      to: new Date(START.getTime() + A_MINUTE_MS).toISOString(),
    });
  });

  it("says that a clock is off where the store goes by another one", async () => {
    let aheadMs = 4000;
    const { world, passFor, open, incidents } = await watchAlarms({
      state: (real) => ({
        hasOwnClock: true,
        acquireLease: async (name, holder, ttlMs) => {
          const lease = await real.acquireLease(name, holder, ttlMs);
          return lease && { ...lease, expiresAt: new Date(lease.expiresAt.getTime() - aheadMs) };
        },
      }),
    });
    await passFor(A_MINUTE_MS);
    expect(await open()).toEqual([]);
    aheadMs = 6000;
    await passFor(2 * A_MINUTE_MS);
    expect(await open()).toEqual(["clock_off"]);
    expect((await incidents())[0]?.parameters).toEqual({ aheadMs: 6000, mostMs: 5000 });
    aheadMs = 0;
    await passFor(2 * A_MINUTE_MS);
    expect(await open()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it("says when there are fewer control planes than there should be", async () => {
    const { passFor, open, rules } = await watchAlarms({});
    await rules({ id: "two", condition: "control_plane_down", parameters: { least: 2 } });
    await passFor(50_000);
    expect(await open()).toEqual(["control_plane_down"]);
    await rules({ id: "two", condition: "control_plane_down", parameters: { least: 1 } });
    await passFor(10_000);
    expect(await open()).toEqual([]);
  });
});

describe("rules", () => {
  it("are a thousand at most, and may be that many", async () => {
    const { rules, run, pass, open } = await watchAlarms({}, job("bad"));
    const some = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: `rule-${index}`,
        condition: "run_failed" as const,
        enabled: index < 999,
        jobs: [index < 999 ? `none-${index}` : "bad"],
      }));
    await rules(...some(1000));
    await run("bad", "Terminated");
    await pass();
    expect(await open()).toEqual([]);
    await expect(rules(...some(1001))).rejects.toMatchObject({ code: "invalid_argument" });
  });
});

describe("two evaluators at once", () => {
  it("open no second incident where the other one was faster between two reads", async () => {
    let opens: Promise<unknown> | null = null;
    const { world, run, pass, incidents } = await watchAlarms(
      {
        incidents: (real) => ({
          // The other one reads and writes all of it in between.
          latest: async (tenant, keys) => {
            const other = { ...world, publicUrl: null, actions: noActions };
            opens ??= new AlarmDuty({ tenant: "default", ...other }).run();
            await opens;
            return real.latest(tenant, keys);
          },
        }),
      },
      job("late"),
    );
    await run("late", "Enqueued");
    await world.clock.advance(3 * A_MINUTE_MS);
    await world.state.set("mojob/control-plane:default:this", {}, {});
    await pass();
    expect((await incidents()).filter(({ condition }) => condition === "waiting")).toHaveLength(1);
  });

  it("open one incident", async () => {
    const { world, run, passFor, incidents } = await watchAlarms({}, job("late"));
    await run("late", "Enqueued");
    await world.clock.advance(3 * A_MINUTE_MS);
    const duties = [1, 2, 3].map(
      () => new AlarmDuty({ tenant: "default", publicUrl: null, actions: noActions, ...world }),
    );
    await world.state.set("mojob/control-plane:default:this", {}, {});
    await Promise.all(duties.map((duty) => duty.run()));
    expect((await incidents()).filter(({ condition }) => condition === "waiting")).toHaveLength(1);
    await passFor(10_000);
    expect((await incidents()).filter(({ condition }) => condition === "waiting")).toHaveLength(1);
  });
});
