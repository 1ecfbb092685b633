import { isTerminal, type JobInstance, JobState } from "@mojob/core";
import { createEngine, createScheduler, type Engine } from "@mojob/core/engine";
import type { IMoInstanceStore, IMoRecordStore } from "@mojob/core/ports";
import { aDefinition, anInstance } from "@mojob/test-fixtures/records";
import { withMethods } from "@mojob/test-fixtures/with-methods";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import fc from "fast-check";
import { expect, it } from "vitest";
import { BackfillRunner } from "./backfill-runner.ts";
import { BACKFILL } from "./mod.ts";

const AN_HOUR_MS = 3_600_000;
const MOST_PASSES = 2000;
const signal = new AbortController().signal;

class Crash extends Error {}

interface Lives {
  /** Calls of a port until the process dies; below 0: it does not. */
  left: number;
  isAfter: boolean;
}

/** A process that dies at a call of a store, before or after it was done. */
function mortal(world: World, lives: Lives): Engine["store"] {
  const dying =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      lives.left -= 1;
      if (lives.left === 0 && !lives.isAfter) throw new Crash();
      const result = await call(...args);
      if (lives.left === 0) throw new Crash();
      return result;
    };
  const { store } = world;
  const instances = withMethods<IMoInstanceStore>(store.instances, {
    insert: dying((runs) => store.instances.insert(runs)),
    get: dying((tenant, ids) => store.instances.get(tenant, ids)),
  });
  const records: Engine["store"]["records"] = (definition) => {
    const real = store.records(definition);
    return withMethods<IMoRecordStore<never, never>>(real as never, {
      put: dying((items) => real.put(items)),
      find: dying((query) => real.find(query as never)) as never,
    }) as never;
  };
  return withMethods(store, { instances, records });
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("pass" as const), process: fc.nat(1) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("die" as const),
      process: fc.nat(1),
      atCall: fc.integer({ min: 1, max: 12 }),
      isAfter: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("end" as const),
      as: fc.constantFrom("Succeeded", "Terminated", "Skipped"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("pause" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("another" as const) }) },
);

/** Hours whose fire has left a run before, and how that ended. */
const before = fc.uniqueArray(
  fc.record({
    hour: fc.nat(23),
    state: fc.constantFrom(JobState.Succeeded, JobState.Terminated, JobState.Skipped),
  }),
  { selector: ({ hour }) => hour, maxLength: 8 },
);

const plan = fc.record({
  atOnce: fc.integer({ min: 1, max: 5 }),
  order: fc.constantFrom("oldest", "newest"),
  only: fc.constantFrom("missing", "failed"),
});

it("each time gets one run at most that is no repeat, and every one that lacks it gets it, whatever dies between which two writes", async () => {
  await fc.assert(
    fc.asyncProperty(plan, before, fc.array(step, { maxLength: 40 }), async (asked, runsBefore, steps) => {
      const world = createWorld();
      const start = world.clock.now().getTime() - 24 * AN_HOUR_MS;
      const hour = (index: number): Date => new Date(start + index * AN_HOUR_MS);
      const definition = aDefinition({
        key: "mail.hourly",
        kind: "recurring",
        options: { cron: "0 0 * * * *", maxConcurrency: null },
      });
      await world.define(definition);
      await world.store.instances.insert(runsBefore.map((one) => earlier(hour(one.hour), one.state)));

      const open = (lives: Lives): BackfillRunner => {
        const engine = createEngine({
          ...world,
          store: mortal(world, lives),
          tenant: "default",
          features: [BACKFILL],
        });
        return new BackfillRunner({
          ...engine,
          onError: (error) => void (error instanceof Crash || world.onError(error)),
        });
      };
      const lives = [0, 1].map((): Lives => ({ left: -1, isAfter: false }));
      const processes = lives.map(open);
      const { backfills } = createScheduler(
        createEngine({ ...world, tenant: "default", features: [BACKFILL] }),
      );
      const request = {
        jobKey: "mail.hourly",
        from: hour(0).toISOString(),
        to: world.clock.now().toISOString(),
        ...asked,
      };
      const ids = [(await backfills.create(request)).id];

      const pass = async (process: number): Promise<void> => {
        await processes[process]?.run(signal).catch(() => {});
        const life = lives[process] as Lives;
        if (life.left > 0 || life.left === -1) return;
        Object.assign(life, { left: -1 });
        processes[process] = open(life);
      };
      const endOne = async (state: JobState): Promise<void> => {
        const [run] = (await world.instances()).filter((one) => !isTerminal(one.state));
        if (run === undefined) return;
        const at = world.clock.now();
        await world.store.instances.update([
          {
            tenant: "default",
            id: run.id,
            at,
            when: { states: [run.state] },
            set: { state, completedAt: at },
            append: [],
          },
        ]);
      };
      for (const one of steps) {
        if (one.do === "pass") await pass(one.process);
        else if (one.do === "end") await endOne(one.as);
        else if (one.do === "die")
          Object.assign(lives[one.process] as Lives, { left: one.atCall, isAfter: one.isAfter });
        else if (one.do === "another" && ids.length < 3) ids.push((await backfills.create(request)).id);
        else if (one.do === "pause") {
          const [first = ""] = ids;
          const { state } = await backfills.get(first);
          const next = state === "running" ? "paused" : "running";
          await backfills.change(first, { state: next }).catch(() => {});
        }
        await world.clock.advance(500);
        for (const id of ids) expect((await backfills.get(id)).open.length).toBeLessThanOrEqual(asked.atOnce);
      }
      for (const life of lives) life.left = -1;
      const [first = ""] = ids;
      await backfills.change(first, { state: "running" }).catch(() => {});
      for (let passes = 0; passes < MOST_PASSES; passes += 1) {
        if ((await Promise.all(ids.map((id) => backfills.get(id)))).every(({ endedAt }) => endedAt !== null))
          break;
        await pass(passes % 2);
        await endOne(JobState.Succeeded);
        await world.clock.advance(500);
      }

      const runs = await world.instances();
      const known = new Map(runsBefore.map((one) => [one.hour, one.state]));
      for (let index = 0; index < 24; index += 1) {
        const made = runs.filter(
          ({ trigger }) =>
            trigger.nominalTime?.getTime() === hour(index).getTime() && trigger.type === "backfill",
        );
        const state = known.get(index);
        const isWanted =
          state === undefined || state === "Skipped" || (state === "Terminated" && asked.only === "failed");
        if (!isWanted) expect(made).toEqual([]);
        else expect(made.length).toBeGreaterThan(0);
        // A second one takes the place of the first alone where that came to nothing.
        const good = made.filter((run) => run.state === "Succeeded");
        expect(good.length).toBeLessThanOrEqual(1);
        for (const id of ids)
          expect(made.filter(({ trigger }) => trigger.of === id).length).toBeLessThanOrEqual(1);
      }
      const all = await Promise.all(ids.map((id) => backfills.get(id)));
      const ofBackfills = runs.filter(({ trigger }) => trigger.type === "backfill").length;
      const counted = all.map(({ counts: { succeeded, failed, skipped } }) => succeeded + failed + skipped);
      expect(counted.reduce((sum, count) => sum + count)).toBe(ofBackfills);
      for (const { counts } of all) {
        const { planned, present, succeeded, failed, skipped, cancelled, unknown } = counts;
        expect([planned, present + succeeded + failed + skipped + cancelled + unknown]).toEqual([24, 24]);
      }
      expect(world.errors).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

function earlier(nominalTime: Date, state: JobState): JobInstance {
  return anInstance({
    id: `mail.hourly@${nominalTime.toISOString()}`,
    jobKey: "mail.hourly",
    state,
    createdAt: nominalTime,
    completedAt: nominalTime,
    trigger: { type: "cron", nominalTime },
  });
}
