import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, START } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld, type World } from "@mojob/test-fixtures/world";
import type { ExecutorRecord } from "../model/executor-record.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import type { StatedOptions } from "../model/option/job-options.ts";
import { startDuties } from "./start-duties.ts";
import type { UnattendedFailure } from "../dispatch/unattended-failure.ts";
import { WaitingDuty } from "./waiting-duty.ts";

const MINUTE_MS = 60_000;

interface Place extends World {
  /** One pass; resolves to when the next one is due. */
  pass(): Promise<number>;
}

async function aPlace(
  options: StatedOptions,
  runs: readonly JobInstance[],
  worker: boolean | Partial<ExecutorRecord> = false,
): Promise<Place> {
  const world = createWorld();
  const kind = "cron" in options ? "recurring" : "triggered";
  await world.define(aDefinition({ kind, options }));
  const record = anExecutor({ lastSeenAt: at(24 * 60 * MINUTE_MS), ...(worker !== true && worker) });
  if (worker !== false) await world.store.executors.save(record);
  await world.store.instances.insert(runs);
  const duty = new WaitingDuty({ ...world, tenant: "default" });
  return {
    ...world,
    pass: async () => (await duty.run(new AbortController().signal)).nextInMs,
  };
}

function at(ms: number): Date {
  return new Date(START.getTime() + ms);
}

function aFire(second: number): JobInstance {
  const nominalTime = at(second * 1000);
  return anInstance({
    id: `fire-${second}`,
    kind: "recurring",
    trigger: { type: "cron", nominalTime },
    createdAt: nominalTime,
    updatedAt: nominalTime,
    enqueuedAt: nominalTime,
  });
}

async function states(world: World): Promise<Readonly<Record<string, string>>> {
  const runs = await world.instances();
  return Object.fromEntries(
    runs.toReversed().map(({ id, state, reason }) => [id, `${state} ${reason?.code ?? "-"}`]),
  );
}

describe("WaitingDuty: waitTimeoutMs", () => {
  test("fails a run that no worker began in time, with what it counted as an attempt in its history", async () => {
    const world = await aPlace({ waitTimeoutMs: MINUTE_MS }, [anInstance()]);
    await world.clock.advance(MINUTE_MS - 1);
    await world.pass();
    expect((await world.instance("run-1")).state).toBe("Enqueued");
    await world.clock.advance(1);
    await world.pass();
    const run = await world.instance("run-1");
    expect(run).toMatchObject({
      state: "Terminated",
      attempt: 1,
      startedAt: null,
      worker: null,
      error: {
        code: "no_worker",
        message: "No worker that can run it came within 60000 ms (waitTimeoutMs)",
        parameters: { limitMs: MINUTE_MS },
      },
    });
    expect(run.completedAt).toEqual(world.clock.now());
    expect(run.history.map(({ to, worker, reason }) => [to, worker, reason?.code])).toEqual([
      ["Enqueued", null, undefined],
      ["Processing", null, "not_begun"],
      ["Failed", null, "attempt_failed"],
      ["Terminated", null, "no_retries"],
    ]);
  });

  test("reports each, with whether it is tried again", async () => {
    const failed: UnattendedFailure[] = [];
    const world = await aPlace({ waitTimeoutMs: MINUTE_MS, retryCount: 1, retryIntervalMs: 5000 }, [
      anInstance(),
    ]);
    const duty = new WaitingDuty({ ...world, tenant: "default", onFailed: (one) => failed.push(one) });
    for (let minute = 0; minute < 3; minute += 1) {
      await world.clock.advance(MINUTE_MS + 5000);
      await duty.run(new AbortController().signal);
    }
    const { retryAt } = failed[0] ?? {};
    expect(retryAt).toBeInstanceOf(Date);
    expect(failed).toMatchObject([
      { run: { id: "run-1" }, attempt: 1, failure: { code: "no_worker" }, retryAt },
      { run: { id: "run-1" }, attempt: 2, failure: { code: "no_worker" }, retryAt: null },
    ]);
  });

  test("says that it waited too long where there is a worker for it", async () => {
    const world = await aPlace({ waitTimeoutMs: MINUTE_MS, whenFull: "queue" }, [anInstance()], true);
    await world.clock.advance(MINUTE_MS);
    await world.pass();
    expect((await world.instance("run-1")).error?.code).toBe("waited_too_long");
  });

  test("retries as the job's options say, each retry with a wait of its own", async () => {
    const options = { waitTimeoutMs: MINUTE_MS, retryCount: 1, retryIntervalMs: 5000 };
    const world = await aPlace(options, [anInstance()]);
    await world.clock.advance(MINUTE_MS);
    await world.pass();
    const retryAt = at(MINUTE_MS + 5000);
    expect(await world.instance("run-1")).toMatchObject({ state: "Failed", attempt: 1, retryAt });
    expect(world.bus.requests).toMatchObject([{ attempt: 2, retry: 1, dueAt: retryAt?.toISOString() }]);
    await world.clock.advance(MINUTE_MS);
    await world.pass();
    expect((await world.instance("run-1")).state).toBe("Failed");
    await world.clock.advance(5000);
    await world.pass();
    expect(await world.instance("run-1")).toMatchObject({
      state: "Terminated",
      attempt: 2,
      reason: { code: "retries_used_up", parameters: { count: 1 } },
    });
  });

  test("does not retry what the job retries on other errors only", async () => {
    const options = { waitTimeoutMs: MINUTE_MS, retryCount: 3, retryOn: ["ECONNRESET"] };
    const world = await aPlace(options, [anInstance()]);
    await world.clock.advance(MINUTE_MS);
    await world.pass();
    expect(await world.instance("run-1")).toMatchObject({
      state: "Terminated",
      reason: { code: "not_retried_on" },
    });
  });

  test("leaves what runs, what is delayed, what began to wait later and other jobs", async () => {
    const world = await aPlace({ waitTimeoutMs: MINUTE_MS }, [
      anInstance({ id: "runs", state: "Processing", attempt: 1 }),
      anInstance({ id: "delayed", state: "Scheduled", scheduledFor: at(3 * MINUTE_MS), enqueuedAt: null }),
      anInstance({ id: "was-delayed", enqueuedAt: at(MINUTE_MS) }),
      anInstance({ id: "to-retry", state: "Failed", attempt: 1, retryAt: at(3 * MINUTE_MS) }),
      anInstance({ id: "other", jobKey: "mail.print", lane: "mail.print" }),
      anInstance({ id: "young", createdAt: at(1), enqueuedAt: at(1) }),
    ]);
    await world.define(aDefinition({ key: "mail.print" }));
    await world.clock.advance(MINUTE_MS);
    const before = await states(world);
    await world.pass();
    expect(await states(world)).toEqual(before);
  });

  test("comes again when the next run is due, and not before where none waits", async () => {
    const world = await aPlace({ waitTimeoutMs: 3000 }, []);
    expect(await world.pass()).toBe(3000);
    await world.store.instances.insert([anInstance()]);
    await world.clock.advance(1000);
    expect(await world.pass()).toBe(2000);
  });

  test("runs of many pages all end, each when it is due", async () => {
    const runs = Array.from({ length: 450 }, (_, index) =>
      anInstance({ id: `run-${index}`, createdAt: at(index), enqueuedAt: at(index) }),
    );
    const world = await aPlace({ waitTimeoutMs: 1000 }, runs);
    const duties = startDuties([new WaitingDuty({ ...world, tenant: "default" })], world);
    await world.clock.advance(20_000);
    const ended = await Promise.all(runs.map(({ id }) => world.instance(id)));
    expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(["Terminated"]));
    await duties.close();
  });

  test("one that begins at the last moment is left to its worker", async () => {
    const world = await aPlace({ waitTimeoutMs: MINUTE_MS }, [anInstance()]);
    await world.clock.advance(MINUTE_MS);
    const { findOpen } = world.store.instances;
    const slow: typeof findOpen = async (...asked) => {
      const page = await findOpen.apply(world.store.instances, asked);
      await world.store.instances.update([
        {
          tenant: "default",
          id: "run-1",
          at: world.clock.now(),
          when: { states: ["Enqueued"] },
          set: { state: "Processing", attempt: 1, claim: "claim-1" },
          append: [],
        },
      ]);
      return page;
    };
    const instances = Object.assign(Object.create(world.store.instances), {
      findOpen: slow,
    }) as typeof world.store.instances;
    const store = Object.assign(Object.create(world.store), { instances }) as typeof world.store;
    await new WaitingDuty({ ...world, store, tenant: "default" }).run(new AbortController().signal);
    expect(await world.instance("run-1")).toMatchObject({ state: "Processing", error: null });
    expect(world.bus.requests).toEqual([]);
  });
});

describe("WaitingDuty: fires that could not begin in time", () => {
  const cron = "* * * * * *";
  const fires = [0, 1, 2, 3].map(aFire);

  test("the latest goes on waiting under fireOnce, the others are skipped with the reason", async () => {
    const world = await aPlace({ cron }, fires);
    await world.clock.advance(8500);
    await world.pass();
    expect(await states(world)).toEqual({
      "fire-0": "Skipped begun_too_late",
      "fire-1": "Skipped begun_too_late",
      "fire-2": "Skipped begun_too_late",
      "fire-3": "Enqueued -",
    });
    expect((await world.instance("fire-0")).reason).toEqual({
      code: "begun_too_late",
      parameters: { graceMs: 5000, policy: "fireOnce" },
    });
  });

  test("what is within its grace waits beside it", async () => {
    const world = await aPlace({ cron }, fires);
    await world.clock.advance(6500);
    await world.pass();
    expect(await states(world)).toMatchObject({
      "fire-0": "Skipped begun_too_late",
      "fire-1": "Enqueued -",
      "fire-2": "Enqueued -",
    });
  });

  test("`maxWaiting` says how many late ones go on waiting", async () => {
    const world = await aPlace({ cron, maxWaiting: 2 }, fires);
    await world.clock.advance(60_000);
    await world.pass();
    expect(Object.values(await states(world))).toEqual([
      "Skipped begun_too_late",
      "Skipped begun_too_late",
      "Enqueued -",
      "Enqueued -",
    ]);
  });

  test("none of them under skip, all of them under fireAll", async () => {
    const skip = await aPlace({ cron, misfire: { policy: "skip" } }, fires);
    const all = await aPlace({ cron, misfire: { policy: "fireAll" } }, fires);
    for (const world of [skip, all]) {
      await world.clock.advance(60_000);
      await world.pass();
    }
    expect(new Set(Object.values(await states(skip)))).toEqual(new Set(["Skipped begun_too_late"]));
    expect(new Set(Object.values(await states(all)))).toEqual(new Set(["Enqueued -"]));
  });

  test("all of them end where the code no longer declares the job, whatever its rule", async () => {
    for (const policy of ["fireOnce", "fireAll", "skip"] as const) {
      const world = await aPlace({ cron, misfire: { policy } }, fires);
      const known = (await world.cache.get("mail.send")) as JobDefinition;
      await world.cache.save({ ...known, inCode: false, revision: known.revision + 1 }, known.revision);
      await world.clock.advance(6500);
      await world.pass();
      expect(await states(world)).toMatchObject({ "fire-1": "Skipped left_code", "fire-2": "Enqueued -" });
      await world.clock.advance(MINUTE_MS);
      await world.pass();
      expect(new Set(Object.values(await states(world)))).toEqual(new Set(["Skipped left_code"]));
    }
  });

  test("each schedule follows its own rule and keeps a latest of its own", async () => {
    const schedules = [
      { name: "hourly", cron: "0 0 * * * *" },
      { name: "strict", cron: "0 0 * * * *", misfire: { policy: "skip" as const } },
      { name: "patient", cron: "0 0 * * * *", misfire: { graceMs: 3_600_000 } },
      { name: "all", cron: "0 0 * * * *", misfire: { policy: "fireAll" as const } },
    ];
    const of = (schedule: string): readonly JobInstance[] =>
      fires
        .slice(0, 2)
        .map((fire) => ({ ...fire, id: `${schedule}-${fire.id}`, trigger: { ...fire.trigger, schedule } }));
    const names = schedules.map(({ name }) => name);
    const world = await aPlace({ cron, schedules }, [...fires.slice(0, 2), ...names.flatMap(of)]);
    await world.clock.advance(60_000);
    await world.pass();
    const waits = Object.entries(await states(world)).filter(([, state]) => state.startsWith("Enqueued"));
    expect(waits.map(([id]) => id).toSorted()).toEqual([
      "all-fire-0",
      "all-fire-1",
      "fire-1",
      "hourly-fire-1",
      "patient-fire-0",
      "patient-fire-1",
    ]);
  });

  test("runs by hand, snoozed fires and the fires of a job that a worker takes are left", async () => {
    const byHand = anInstance({ id: "by-hand", trigger: { type: "panel" } });
    const snoozed = { ...aFire(0), id: "snoozed", attempt: 1 };
    const world = await aPlace({ cron }, [byHand, snoozed, aFire(1)]);
    await world.clock.advance(60_000);
    await world.pass();
    expect(new Set(Object.values(await states(world)))).toEqual(new Set(["Enqueued -"]));
    const served = await aPlace({ cron }, fires, true);
    await served.clock.advance(60_000);
    await served.pass();
    expect(new Set(Object.values(await states(served)))).toEqual(new Set(["Enqueued -"]));
  });

  test("follow their rule too while every worker that could take them is at its limit", async () => {
    const taken = await aPlace({ cron }, fires, { limit: 2, running: 2 });
    await taken.clock.advance(60_000);
    await taken.pass();
    expect(Object.values(await states(taken))).toEqual([
      ...Array.from({ length: 3 }, () => "Skipped begun_too_late"),
      "Enqueued -",
    ]);
    const free = await aPlace({ cron }, fires, { limit: 2, running: 1 });
    await free.clock.advance(60_000);
    await free.pass();
    expect(new Set(Object.values(await states(free)))).toEqual(new Set(["Enqueued -"]));
  });

  test.each(["fireOnce", "skip"] as const)(
    "those that wait for slots go on waiting under %s, with workers and without",
    async (policy) => {
      const reason = { code: "waits_for_slot", parameters: { limit: 1 } } as const;
      const waiting = fires.map((fire) => ({ ...fire, reason }));
      const options = { cron, whenFull: "queue", misfire: { policy, graceMs: 5000 } } as const;
      for (const worker of [true, false, { limit: 2, running: 2 }]) {
        const world = await aPlace(options, waiting, worker);
        await world.clock.advance(60_000);
        await world.pass();
        expect(new Set(Object.values(await states(world)))).toEqual(new Set(["Enqueued waits_for_slot"]));
      }
    },
  );
});

describe("WaitingDuty: runs that a pause holds", () => {
  const cron = "* * * * * *";

  async function aPausedPlace(until: Date | null, options: StatedOptions = {}) {
    const world = createWorld();
    const pause = { at: START, until, note: null };
    await world.define(aDefinition({ kind: "recurring", pause, options: { cron, ...options } }));
    await world.store.instances.insert([{ ...aFire(0), reason: { code: "held" } }]);
    const duty = new WaitingDuty({ ...world, tenant: "default" });
    return { ...world, duty, duties: startDuties([duty], world) };
  }

  test("neither their wait nor their grace passes while they are held; both begin when the pause is over", async () => {
    const world = await aPausedPlace(at(MINUTE_MS), { waitTimeoutMs: 20_000, misfire: { policy: "skip" } });
    await world.clock.advance(MINUTE_MS - 1);
    expect(await states(world)).toEqual({ "fire-0": "Enqueued held" });
    await world.clock.advance(5000);
    expect(await states(world)).toEqual({ "fire-0": "Enqueued -" });
    await world.clock.advance(10_000);
    expect(await states(world)).toEqual({ "fire-0": "Skipped begun_too_late" });
    await world.duties.close();
  });

  test("they are handed over at the moment the pause ends by itself", async () => {
    const world = await aPausedPlace(at(7777));
    await world.clock.advance(7776);
    expect(world.bus.requests).toEqual([]);
    await world.clock.advance(200);
    expect(world.bus.requests).toMatchObject([{ instanceId: "fire-0", attempt: 1 }]);
    expect((await world.instance("fire-0")).reason).toBeNull();
    await world.duties.close();
  });

  test("they stay where the pause has no end", async () => {
    const world = await aPausedPlace(null, { waitTimeoutMs: 1000 });
    await world.clock.advance(10 * MINUTE_MS);
    expect(await states(world)).toEqual({ "fire-0": "Enqueued held" });
    await world.duties.close();
  });
});
