import { afterEach, describe, expect, it } from "vitest";
import {
  aDefinition,
  anInstance,
  aWindow,
  type DefinitionOverrides,
  START,
} from "@mojob/test-fixtures/records";
import { createWorld, storeGone, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import { JobDefinitionCache } from "../definition/definition-cache.ts";
import { ScheduleRulesCache } from "../definition/schedule-rules-cache.ts";
import type { JobDefinition } from "../model/job-definition.ts";
import { InstanceCreator } from "../dispatch/instance-creator.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { JobWindow } from "../model/window/job-window.ts";
import { compileWindow } from "../schedule/windows/compile-window.ts";
import { FiringLoop } from "./firing-loop.ts";
import { type RunningDuties, startDuties } from "./start-duties.ts";

const CURSOR = "mojob/default/firing/cursor";

const running: RunningDuties[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((loop) => loop.close()));
});

/** Starts a firing loop over the world's stores; returns what stops it. */
function startFiring(world: World): () => Promise<void> {
  const { clock, cache, rules, state, dispatcher, debugMode, onError } = world;
  const creator = new InstanceCreator({ store: world.store.instances, dispatcher, clock });
  const { store } = world;
  const loop = new FiringLoop({ tenant: "default", clock, cache, rules, creator, state, store, debugMode });
  const duties = startDuties([loop], { clock, onError });
  running.push(duties);
  return () => duties.close();
}

/** Every 10 seconds, unless said otherwise. */
function tick({ options, ...overrides }: DefinitionOverrides = {}): JobDefinition {
  return aDefinition({
    key: "tick",
    kind: "recurring",
    options: { cron: "*/10 * * * * *", maxConcurrency: null, ...options },
    ...overrides,
  });
}

function after(seconds: number): Date {
  return new Date(START.getTime() + seconds * 1000);
}

async function openWorld(definition: JobDefinition = tick(), options?: WorldOptions): Promise<World> {
  const world = createWorld(options);
  await world.define(definition);
  return world;
}

/** Stores an edit as another control plane on the same stores does. */
async function edit(world: World, change: Partial<JobDefinition>): Promise<void> {
  const { store, state, bus } = world;
  const cache = new JobDefinitionCache({
    tenant: "default",
    store: store.definitions,
    state,
    bus,
    createId: () => "edit",
    onError: world.onError,
  });
  const stored = await cache.get("tick");
  if (!stored) throw new Error("There is no job to edit");
  await cache.save({ ...stored, ...change, revision: stored.revision + 1 }, stored.revision);
}

/** Seconds after the start at which runs were due, ascending. */
async function firedAt(world: World): Promise<readonly number[]> {
  const runs = (await world.instances()).filter(({ state }) => state === "Enqueued");
  return runs.map((run) => secondsOf(run)).toSorted((a, b) => a - b);
}

function secondsOf({ trigger }: JobInstance): number {
  return ((trigger.nominalTime?.getTime() ?? Number.NaN) - START.getTime()) / 1000;
}

async function skipped(world: World): Promise<readonly JobInstance[]> {
  return (await world.instances()).filter(({ state }) => state === "Skipped");
}

describe("a firing loop", () => {
  it("fires at each nominal time, under an id that names it", async () => {
    const world = await openWorld();
    startFiring(world);
    await world.clock.advance(9_999);
    expect(await world.instances()).toEqual([]);
    await world.clock.advance(25_001);
    expect(await firedAt(world)).toEqual([10, 20, 30]);
    expect((await world.instance("tick@2026-01-01T00:00:20.000Z")).createdAt).toEqual(after(20));
  });

  it("fires also where another run has the id of a fire", async () => {
    const world = await openWorld();
    const taken = "tick@2026-01-01T00:00:10.000Z";
    await world.store.instances.insert([anInstance({ id: taken, state: "Succeeded" })]);
    startFiring(world);
    await world.clock.advance(20_000);
    expect(await firedAt(world)).toEqual([10, 20]);
    expect(await world.instance(`${taken}~`)).toMatchObject({ jobKey: "tick", state: "Enqueued" });
    expect(await world.instance(taken)).toMatchObject({ jobKey: "mail.send", state: "Succeeded" });
  });

  it("records missed fires also where another run has the id of the first of them", async () => {
    const misfire = { policy: "skip", graceMs: 1000 } as const;
    const world = await openWorld(tick({ options: { misfire } }));
    await world.state.set(CURSOR, START.toISOString());
    await world.store.instances.insert([
      anInstance({ id: "tick@2026-01-01T00:00:10.000Z", state: "Succeeded" }),
    ]);
    await world.clock.advance(35_000);
    startFiring(world);
    await world.clock.advance(1000);
    expect(await skipped(world)).toMatchObject([{ jobKey: "tick", missed: { count: 3, from: after(10) } }]);
  });

  it("records all fires of one second in one write", async () => {
    const writes: number[] = [];
    const world = await openWorld(tick(), {
      instances: (real) => ({
        insert: (records) => {
          writes.push(records.length);
          return real.insert(records);
        },
      }),
    });
    await world.define(...Array.from({ length: 50 }, (_, index) => tick({ key: `tick-${index}` })));
    startFiring(world);
    await world.clock.advance(10_000);
    expect(writes).toEqual([51]);
  });

  it("obeys a window that another control plane has acknowledged a moment before the fire, and its end", async () => {
    let windows: readonly JobWindow[] = [];
    const source = { load: () => Promise.resolve({ windows }) };
    const world = await openWorld(tick(), { rules: [source] });
    startFiring(world);
    await world.clock.advance(9_999);
    const other = new ScheduleRulesCache({ ...world, tenant: "default", sources: [source] });
    windows = [compileWindow(aWindow({ jobs: ["tick"], until: after(25) }))];
    await other.announce();
    await world.clock.advance(15_000);
    expect(await firedAt(world)).toEqual([]);
    await world.clock.advance(6000);
    expect(await firedAt(world)).toEqual([30]);
    windows = [compileWindow(aWindow({ from: after(35), until: null }))];
    await other.announce();
    await world.clock.advance(20_000);
    expect(await firedAt(world)).toEqual([30]);
  });

  it("obeys an edit that was acknowledged a moment before the fire", async () => {
    const world = await openWorld();
    startFiring(world);
    await world.clock.advance(9_999);
    const { options } = tick({ options: { cron: "15 * * * * *" } });
    await edit(world, { options });
    await world.clock.advance(10_000);
    expect(await firedAt(world)).toEqual([15]);
  });

  it("obeys a pause whose announcement reached no process", async () => {
    const world = await openWorld();
    startFiring(world);
    await world.clock.advance(9_999);
    world.bus.publish = () => Promise.resolve();
    await edit(world, { pause: { at: world.clock.now(), until: null, note: null } });
    await world.clock.advance(10_000);
    expect(await world.instances()).toEqual([]);
  });

  it("owes a fire right after a resume was acknowledged, also where the announcement reached no process", async () => {
    const paused = { at: START, until: null, note: null };
    const world = await openWorld(tick({ options: { cron: "* * * * * *" }, pause: paused }));
    await world.define(tick({ key: "other", options: { cron: "* * * * * *" } }));
    startFiring(world);
    await world.clock.advance(3500);
    world.bus.publish = () => Promise.resolve();
    await edit(world, { pause: null, scheduledSince: world.clock.now() });
    await world.clock.advance(2000);
    const fired = (await world.instances()).filter(({ jobKey }) => jobKey === "tick").map(secondsOf);
    expect(fired.toSorted((a, b) => a - b)).toEqual([4, 5]);
  });

  it("wakes for a job whose first fire is earlier than what it waits for", async () => {
    const world = await openWorld(tick({ options: { cron: "0 0 * * * *" } }));
    startFiring(world);
    await world.clock.advance(1000);
    await world.define(tick({ key: "sooner", options: { cron: "*/5 * * * * *" } }));
    await world.clock.advance(5000);
    expect(await firedAt(world)).toEqual([5]);
  });

  it("records suppressed fires as Skipped in debug mode", async () => {
    const world = await openWorld();
    await world.debugMode.decide({ recurring: true, triggered: false });
    startFiring(world);
    await world.clock.advance(20_000);
    expect((await skipped(world)).map((run) => [run.reason, run.missed])).toEqual([
      [{ code: "debug_mode", parameters: { kind: "recurring" } }, null],
      [{ code: "debug_mode", parameters: { kind: "recurring" } }, null],
    ]);
    expect(await firedAt(world)).toEqual([]);
  });

  it("fires once where two loops look after the same stores", async () => {
    const world = await openWorld();
    startFiring(world);
    startFiring(world);
    await world.clock.advance(30_000);
    expect(await firedAt(world)).toEqual([10, 20, 30]);
    expect(world.errors).toEqual([]);
  });

  it("fires all the same, late, when the store was unavailable at the moment", async () => {
    let isGone = false;
    const world = await openWorld(tick(), {
      instances: (real) => ({
        insert: (records) => (isGone ? Promise.reject(storeGone()) : real.insert(records)),
      }),
    });
    startFiring(world);
    await world.clock.advance(5000);
    isGone = true;
    await world.clock.advance(8000);
    expect(world.errors.length).toBeGreaterThan(0);
    isGone = false;
    await world.clock.advance(2000);
    expect(await firedAt(world)).toEqual([10]);
  });
});

describe("the cursor of a firing loop", () => {
  it("is where it goes on from after a failure, not the beginning of its window", async () => {
    let isGone = false;
    const inserted: string[] = [];
    const strict = tick({ options: { cron: "* * * * * *", misfire: { policy: "skip", graceMs: 1000 } } });
    const world = await openWorld(strict, {
      instances: (real) => ({
        insert: (records) => {
          if (isGone) return Promise.reject(storeGone());
          inserted.push(...records.map(({ id }) => id));
          return real.insert(records);
        },
      }),
    });
    startFiring(world);
    await world.clock.advance(8500);
    isGone = true;
    await world.clock.advance(3000);
    isGone = false;
    inserted.length = 0;
    await world.clock.advance(1000);
    // Fires from before are not planned again.
    expect(inserted.every((id) => id >= "tick@2026-01-01T00:00:08")).toBe(true);
    expect((await skipped(world)).map(({ missed }) => missed)).toEqual([
      { count: 2, from: after(9), to: after(10) },
    ]);
  });

  it("is stored about once a second, however much fires", async () => {
    let saves = 0;
    const world = await openWorld(tick({ options: { cron: "* * * * * *" } }), {
      state: (real) => ({
        set: (key, value) => {
          if (key === CURSOR) saves += 1;
          return real.set(key, value);
        },
      }),
    });
    await world.define(tick({ key: "tock", options: { cron: "* * * * * *" } }));
    startFiring(world);
    await world.clock.advance(60_000);
    expect(saves).toBeGreaterThan(30);
    expect(saves).toBeLessThan(80);
  });

  it("is stored when the loop stops, and the next one goes on from there", async () => {
    const world = await openWorld(tick({ options: { misfire: { policy: "fireAll" } } }));
    const stop = startFiring(world);
    await world.clock.advance(12_000);
    await stop();
    expect((await world.state.get(CURSOR))?.value).toBe(after(10).toISOString());
    await world.clock.advance(30_000);
    expect(await firedAt(world)).toEqual([10]);
    startFiring(world);
    await world.clock.settle();
    expect(await firedAt(world)).toEqual([10, 20, 30, 40]);
  });

  it("begins now where none is stored: the past owes nothing", async () => {
    const world = await openWorld(tick({ scheduledSince: new Date(START.getTime() - 3_600_000) }));
    startFiring(world);
    await world.clock.advance(10_000);
    expect(await firedAt(world)).toEqual([10]);
    expect(await skipped(world)).toEqual([]);
  });
});

describe("fires missed while no control plane ran", () => {
  /** A loop that stopped after 10 seconds and starts again at 75. */
  async function missSixty(definition: JobDefinition): Promise<World> {
    const world = await openWorld(definition);
    const stop = startFiring(world);
    await world.clock.advance(12_000);
    await stop();
    await world.clock.advance(63_000);
    startFiring(world);
    await world.clock.settle();
    return world;
  }

  it("leave the latest to run, and one record that says how many, from when to when", async () => {
    const world = await missSixty(tick({ options: { misfire: { graceMs: 1000 } } }));
    expect(await firedAt(world)).toEqual([10, 70]);
    const [miss, ...others] = await skipped(world);
    expect(others).toEqual([]);
    expect(miss?.missed).toEqual({ count: 5, from: after(20), to: after(60) });
    expect(miss?.reason).toEqual({
      code: "missed",
      parameters: {
        count: 5,
        from: "2026-01-01T00:00:20.000Z",
        to: "2026-01-01T00:01:00.000Z",
        policy: "fireOnce",
      },
    });
  });

  it("leave the latest of each schedule to run and a record for each, whatever the others owe", async () => {
    const cron = "*/10 * * * * *";
    const schedules = [
      { name: "twin", cron, args: { of: "twin" } },
      { name: "third", cron },
    ];
    const world = await missSixty(tick({ options: { misfire: { graceMs: 1000 }, schedules } }));
    const bySchedule = Map.groupBy(await world.instances(), ({ trigger }) => trigger.schedule ?? "own");
    for (const [name, args] of [
      ["own", null],
      ["twin", { of: "twin" }],
      ["third", null],
    ] as const) {
      const runs = bySchedule.get(name) ?? [];
      const due = runs
        .filter(({ state }) => state === "Enqueued")
        .toSorted((a, b) => secondsOf(a) - secondsOf(b));
      expect(due.map((run) => [secondsOf(run), run.args])).toEqual([
        [10, args],
        [70, args],
      ]);
      expect(runs.flatMap(({ missed }) => missed ?? [])).toEqual([
        { count: 5, from: after(20), to: after(60) },
      ]);
    }
  });

  it("of one schedule are not told again where only the other's record was written before a crash", async () => {
    const schedules = [{ name: "twin", cron: "*/10 * * * * *" }];
    const misfire = { policy: "skip", graceMs: 1000 } as const;
    const world = await openWorld(tick({ options: { misfire, schedules } }));
    const stop = startFiring(world);
    await world.clock.advance(32_000);
    await stop();
    // The cursor stands before fires that both schedules made already.
    await world.state.set(CURSOR, after(5).toISOString());
    await world.clock.advance(43_000);
    startFiring(world);
    await world.clock.settle();
    expect(await firedAt(world)).toEqual([10, 10, 20, 20, 30, 30]);
    const told = (await skipped(world)).map(
      ({ trigger, missed }) => [trigger.schedule ?? "own", missed] as const,
    );
    expect(told).toHaveLength(2);
    expect(Object.fromEntries(told)).toEqual({
      own: { count: 4, from: after(40), to: after(70) },
      twin: { count: 4, from: after(40), to: after(70) },
    });
  });

  it("are all skipped where the policy says so", async () => {
    const world = await missSixty(tick({ options: { misfire: { policy: "skip", graceMs: 1000 } } }));
    expect(await firedAt(world)).toEqual([10]);
    expect((await skipped(world)).map(({ missed }) => missed?.count)).toEqual([6]);
  });

  it("all run where the policy says so", async () => {
    const world = await missSixty(tick({ options: { misfire: { policy: "fireAll", graceMs: 1000 } } }));
    expect(await firedAt(world)).toEqual([10, 20, 30, 40, 50, 60, 70]);
    expect(await skipped(world)).toEqual([]);
  });

  it("are not those that ran just before a crash and after the cursor was last stored", async () => {
    const world = await openWorld(tick({ options: { misfire: { policy: "skip", graceMs: 1000 } } }));
    const stop = startFiring(world);
    await world.clock.advance(32_000);
    await stop();
    await world.state.set(CURSOR, after(5).toISOString());
    await world.clock.advance(43_000);
    startFiring(world);
    await world.clock.settle();
    expect(await firedAt(world)).toEqual([10, 20, 30]);
    expect((await skipped(world)).map(({ missed }) => missed)).toEqual([
      { count: 4, from: after(40), to: after(70) },
    ]);
  });

  it("are recorded once, also where the loop fails between recording and storing its cursor", async () => {
    const world = await missSixty(tick({ options: { misfire: { policy: "skip", graceMs: 1000 } } }));
    await running.at(-1)?.close();
    await world.state.set(CURSOR, after(10).toISOString());
    await world.clock.advance(20_000);
    startFiring(world);
    await world.clock.settle();
    expect((await skipped(world)).map(({ missed }) => missed)).toEqual([
      { count: 2, from: after(80), to: after(90) },
      { count: 6, from: after(20), to: after(70) },
    ]);
  });

  it("are recorded once, also where the first of many writes fails", async () => {
    let failsAfterMs = Infinity;
    const world = await openWorld(tick(), {
      instances: (real) => ({
        insert: (records) => {
          const nowMs = world.clock.now().getTime();
          const isFirst = failsAfterMs === Infinity;
          if (isFirst) failsAfterMs = nowMs + 500;
          const isGone = isFirst || (nowMs > failsAfterMs && nowMs < after(12).getTime());
          return isGone ? Promise.reject(storeGone()) : real.insert(records);
        },
      }),
    });
    // More fires within their grace than one write holds.
    const options = { cron: "* * * * * *", misfire: { policy: "skip", graceMs: 5000 } } as const;
    for (let index = 0; index < 60; index += 1) await world.define(tick({ key: `each.${index}`, options }));
    await world.state.set(CURSOR, START.toISOString());
    await world.clock.advance(5500);
    startFiring(world);
    await world.clock.advance(20_000);
    const { items } = await world.store.queries.list({ tenant: "default", jobKey: "each.59" }, { limit: 50 });
    const decided = items.flatMap(({ missed, trigger }) => {
      const first = ((trigger.nominalTime?.getTime() ?? Number.NaN) - START.getTime()) / 1000;
      return Array.from({ length: missed?.count ?? 1 }, (_, index) => first + index);
    });
    expect(decided.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  it("are recorded once, also where definitions change while others are made up for", async () => {
    let edits = 0;
    const world = await openWorld(
      tick({ options: { cron: "* * * * * *", misfire: { policy: "skip", graceMs: 1000 } } }),
      {
        instances: (real) => ({
          insert: async (records) => {
            const answers = await real.insert(records);
            if (edits > 0 && records.some(({ jobKey }) => jobKey === "all")) {
              edits -= 1;
              await world.define(tick({ key: `new-${edits}`, options: { cron: null } }));
            }
            return answers;
          },
        }),
      },
    );
    const everyFire = { cron: "*/3 * * * * *", misfire: { policy: "fireAll", graceMs: 1000 } } as const;
    await world.define(tick({ key: "all", options: everyFire }));
    const stop = startFiring(world);
    await world.clock.advance(2000);
    await stop();
    await world.clock.advance(20_000);
    edits = 1;
    startFiring(world);
    await world.clock.settle();
    expect(edits).toBe(0);
    expect((await skipped(world)).map(({ missed }) => missed)).toEqual([
      { count: 18, from: after(3), to: after(20) },
    ]);
    const made = (await world.instances()).filter(({ jobKey }) => jobKey === "all").map(secondsOf);
    expect(made.toSorted((a, b) => a - b)).toEqual([3, 6, 9, 12, 15, 18, 21]);
  });

  it("are not run by a loop that was stopped while another one recorded them", async () => {
    const strict = tick({ options: { cron: "* * * * * *", misfire: { policy: "skip", graceMs: 1000 } } });
    const world = await openWorld(strict);
    let isStopped = false;
    const thawed = Promise.withResolvers<void>();
    const { clock } = world;
    // As a process that is stopped: its timers do not fire.
    const standing = {
      ...clock,
      now: clock.now,
      setTimer: (ring: () => void, ms: number) =>
        clock.setTimer(() => {
          if (isStopped) void thawed.promise.then(ring);
          else ring();
        }, ms),
    };
    startFiring({ ...world, clock: standing });
    await clock.advance(3000);
    isStopped = true;
    await clock.advance(7000);
    startFiring(world);
    await clock.settle();
    isStopped = false;
    thawed.resolve();
    await clock.settle();
    expect(await firedAt(world)).toEqual([1, 2, 3, 9, 10]);
    expect((await skipped(world)).map(({ missed }) => missed)).toEqual([
      { count: 5, from: after(4), to: after(8) },
    ]);
  });
});

describe("a process that stood still past the end of its window", () => {
  it("skips nothing between that end and now where a job is edited at the same moment", async () => {
    const everySecond = tick({
      options: { cron: "* * * * * *", misfire: { policy: "fireAll", graceMs: 1000 } },
    });
    let edits = 0;
    const world: World = await openWorld(everySecond, {
      instances: (real) => ({
        async insert(batch) {
          const answers = await real.insert(batch);
          if (batch.length > 1 && (edits += 1) === 1) await edit(world, {});
          return answers;
        },
      }),
    });
    startFiring(world);
    await world.clock.advance(2000);
    world.clock.jumpWallClock(11_500);
    await world.clock.advance(3000);
    expect(edits).toBeGreaterThan(0);
    expect(await firedAt(world)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
  });
});

describe("a wall clock that is set", () => {
  it("forward brings what became due within half a minute", async () => {
    const world = await openWorld(
      tick({ options: { cron: "0 0 * * * *", misfire: { graceMs: 3_600_000 } } }),
    );
    startFiring(world);
    await world.clock.settle();
    world.clock.jumpWallClock(3_600_000);
    await world.clock.advance(30_000);
    expect(await firedAt(world)).toEqual([3600]);
  });

  it("back fires nothing a second time", async () => {
    const world = await openWorld();
    startFiring(world);
    await world.clock.advance(25_000);
    world.clock.jumpWallClock(-20_000);
    await world.clock.advance(40_000);
    expect(await firedAt(world)).toEqual([10, 20, 30, 40]);
    expect(world.errors).toEqual([]);
  });
});
