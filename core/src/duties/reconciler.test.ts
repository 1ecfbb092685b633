import { cancelled } from "../model/reason.ts";
import { describe, expect, test } from "vitest";
import { aDefinition, anInstance, aRunningInstance, START } from "@mojob/test-fixtures/records";
import { SAMPLE_KIND } from "@mojob/test-fixtures/sample-kind";
import {
  anExecutor,
  createWorld,
  storeGone,
  type World,
  type WorldOptions,
} from "@mojob/test-fixtures/world";
import type { StatedOptions } from "../model/option/job-options.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import type { UnattendedFailure } from "../dispatch/unattended-failure.ts";
import { waitForCode } from "../model/waiting/abandoned.ts";
import { codeWork, type JobWork } from "../model/job-work.ts";
import { registerWorkKind } from "../model/work-kinds.ts";
import { begin } from "../model/instance/transitions.ts";
import { Reconciler } from "./reconciler.ts";
import { startDuties } from "./start-duties.ts";

interface Place extends World {
  readonly reconciler: Reconciler;
  /** Ids of the runs each page asked the runtime about. */
  readonly asked: (readonly string[])[];
}

/** A worker that was there before and runs for the whole test, its job, and these runs. */
async function aPlace(
  runs: readonly JobInstance[],
  options: StatedOptions = {},
  worldOptions: WorldOptions = {},
  work: JobWork = codeWork("mail.send"),
): Promise<Place> {
  const world = createWorld(worldOptions);
  await world.define(aDefinition({ options, work }));
  await world.store.executors.save(anExecutor({ startedAt: at(-60_000), lastSeenAt: at(3_600_000) }));
  await world.store.instances.insert(runs);
  const asked: (readonly string[])[] = [];
  const findLost = world.runtime.findLost.bind(world.runtime);
  world.runtime.findLost = (instances) => {
    asked.push(instances.map(({ id }) => id));
    return findLost(instances);
  };
  return { ...world, asked, reconciler: new Reconciler({ ...world, tenant: "default" }) };
}

function at(ms: number): Date {
  return new Date(START.getTime() + ms);
}

describe("Reconciler", () => {
  test("dispatches again what was lost on the way, and notes the dispatch on the record", async () => {
    const { reconciler, bus, instance } = await aPlace([anInstance()]);
    expect(await reconciler.reconcile(START)).toBe(1);
    const { dispatchId, state, history } = await instance("run-1");
    expect(bus.batches).toEqual([
      {
        id: dispatchId,
        destination: { tenant: "default", app: "mail", executor: null },
        requests: [
          {
            instanceId: "run-1",
            jobKey: "mail.send",
            lane: "mail.send",
            attempt: 1,
            retry: 0,
            priority: 3,
            dueAt: null,
          },
        ],
      },
    ]);
    expect(dispatchId).not.toBe("dispatch-1");
    expect([state, history.length]).toEqual(["Enqueued", 1]);
  });

  test("recovers runs reported as lost without asking the runtime: waiting ones are dispatched again, running ones have failed", async () => {
    const { reconciler, runtime, bus, asked, instance } = await aPlace([
      anInstance(),
      aRunningInstance({ id: "run-2" }),
    ]);
    runtime.alive.add("run-1").add("run-2");
    await reconciler.recover([await instance("run-1"), await instance("run-2")]);
    expect(asked).toEqual([]);
    expect(bus.requests).toMatchObject([{ instanceId: "run-1", attempt: 1 }]);
    expect(await instance("run-2")).toMatchObject({ state: "Terminated", error: { code: "worker_lost" } });
  });

  test("reports the attempts of dead workers, with whether they are tried again", async () => {
    const world = await aPlace([aRunningInstance()], { retryCount: 1, retryIntervalMs: 5000 });
    const failed: UnattendedFailure[] = [];
    const reconciler = new Reconciler({ ...world, tenant: "default", onFailed: (one) => failed.push(one) });
    await reconciler.recover([await world.instance("run-1")]);
    const { retryAt } = await world.instance("run-1");
    expect(retryAt).not.toBeNull();
    expect(failed).toMatchObject([
      { run: { id: "run-1" }, attempt: 1, failure: { code: "worker_lost" }, retryAt },
    ]);
  });

  test("gives a program whose gateway is gone 30 s to come back with its runs, from its last heartbeat and from its own begin", async () => {
    const { reconciler, instance, store, clock } = await aPlace([
      aRunningInstance({ id: "run-1", worker: "program" }),
      aRunningInstance({ id: "run-2", worker: "worker" }),
    ]);
    await store.executors.save(anExecutor({ id: "program", lastSeenAt: at(-3_600_000), mayReturn: true }));
    await store.executors.save(anExecutor({ id: "worker", lastSeenAt: at(-3_600_000) }));
    const stateOf = async (id: string): Promise<string> => (await instance(id)).state;
    await reconciler.reconcile(START);
    expect([await stateOf("run-1"), await stateOf("run-2")]).toEqual(["Processing", "Terminated"]);
    await clock.advance(29_999);
    await reconciler.recover([await instance("run-1")]);
    expect(await stateOf("run-1")).toBe("Processing");
    await clock.advance(1);
    await reconciler.recover([await instance("run-1")]);
    expect(await instance("run-1")).toMatchObject({ state: "Terminated", error: { code: "worker_lost" } });
  });

  test("ends at once a run that its program does not have, though that is there", async () => {
    const { reconciler, instance, store } = await aPlace([
      aRunningInstance({ id: "run-1", worker: "program" }),
    ]);
    const program = anExecutor({ id: "program", lastSeenAt: at(60_000), holds: [], mayReturn: true });
    await store.executors.save(program);
    await reconciler.recover([await instance("run-1")]);
    expect((await instance("run-1")).state).toBe("Terminated");
  });

  test("leaves alone runs that the runtime still delivers", async () => {
    const { reconciler, runtime, bus, asked, instance } = await aPlace([anInstance()]);
    runtime.alive.add("run-1");
    expect(await reconciler.reconcile(START)).toBe(0);
    expect(asked).toEqual([["run-1"]]);
    expect([bus.batches, (await instance("run-1")).dispatchId]).toEqual([[], "dispatch-1"]);
  });

  test("judges fires by the misfire rule before they go on to a worker that has come", async () => {
    const fires = [0, 1, 2].map((second) =>
      anInstance({
        id: `fire-${second}`,
        trigger: { type: "cron", nominalTime: at(second * 1000) },
        createdAt: at(second * 1000),
      }),
    );
    const world = createWorld();
    await world.define(aDefinition({ kind: "recurring", options: { cron: "* * * * * *" } }));
    await world.store.instances.insert(fires);
    await world.clock.advance(60_000);
    await world.store.executors.save(anExecutor({ startedAt: at(60_000), lastSeenAt: at(60_000) }));
    const reconciler = new Reconciler({ ...world, tenant: "default" });
    await reconciler.run(new AbortController().signal);
    expect(world.bus.requests).toMatchObject([{ instanceId: "fire-2" }]);
    expect((await world.instance("fire-1")).reason?.code).toBe("begun_too_late");
  });

  test("leaves runs that a pause holds, and hands them over once it is over", async () => {
    const held = anInstance({ trigger: { type: "cron", nominalTime: START }, reason: { code: "held" } });
    const pause = { at: START, until: at(60_000), note: null };
    const world = await aPlace([held]);
    await world.store.definitions.replace(
      aDefinition({ kind: "recurring", options: { cron: "0 0 0 1 1 *" }, pause, revision: 2 }),
      1,
    );
    await world.cache.announce([aDefinition({ revision: 2 })]);
    await world.reconciler.reconcile(at(1000));
    expect([world.bus.requests, world.asked]).toEqual([[], []]);
    await world.clock.advance(60_000);
    expect(await world.reconciler.reconcile(at(60_000))).toBe(1);
    expect(world.bus.requests).toMatchObject([{ instanceId: "run-1", attempt: 1 }]);
    expect((await world.instance("run-1")).reason).toBeNull();
  });

  test("asks of open runs only", async () => {
    const ended = (["Succeeded", "Terminated", "Cancelled", "Skipped"] as const).map((state) =>
      anInstance({ id: state, state, completedAt: START }),
    );
    const { reconciler, asked } = await aPlace(ended);
    expect(await reconciler.reconcile(at(1000))).toBe(0);
    expect(asked).toEqual([]);
  });

  test("every 10 s looks at what has not moved for 10 s", async () => {
    const world = await aPlace([anInstance({ id: "old" })]);
    const { reconciler, runtime, asked, clock, store } = world;
    const duties = startDuties([reconciler], world);
    runtime.alive.add("old");
    await clock.advance(5000);
    await store.instances.insert([anInstance({ id: "young", createdAt: at(5000), updatedAt: at(5000) })]);
    await clock.advance(5000);
    expect(asked).toEqual([["old"]]);
    await clock.advance(10_000);
    expect(asked).toEqual([["old"], ["old", "young"]]);
    await duties.close();
  });

  test("a worker that has just come with code no other has: its runs go on at once, those that wait elsewhere are woken", async () => {
    const world = await aPlace([], {});
    const { reconciler, runtime, bus, asked, clock, store } = world;
    await world.define(aDefinition({ key: "mail.added" }), aDefinition({ key: "mail.other" }));
    await store.instances.insert([
      anInstance({ id: "lost", jobKey: "mail.added" }),
      anInstance({ id: "asleep", jobKey: "mail.added" }),
      anInstance({ id: "young", jobKey: "mail.send" }),
      anInstance({ id: "no-code", jobKey: "mail.other" }),
    ]);
    runtime.alive.add("asleep").add("young");
    const { signal } = new AbortController();
    await clock.advance(1000);
    await reconciler.run(signal);
    expect([asked, runtime.woken]).toEqual([[], []]);
    const now = clock.now();
    const came = anExecutor({
      id: "new",
      jobKeys: ["mail.send", "mail.added"],
      startedAt: now,
      lastSeenAt: now,
    });
    await store.executors.save(came);
    await reconciler.run(signal);
    expect(asked.map((ids) => ids.toSorted())).toEqual([["asleep", "lost"]]);
    expect(bus.requests).toMatchObject([{ instanceId: "lost" }]);
    expect(runtime.woken).toEqual(["asleep"]);
    // It has been there for a while: everything that can be said of its runs was said.
    await clock.advance(60_000);
    await store.executors.save({ ...came, lastSeenAt: clock.now() });
    runtime.woken.length = 0;
    await reconciler.run(signal);
    expect(runtime.woken).toEqual([]);
  });

  test("goes through all pages, oldest first, also while it moves what it finds", async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `run-${String(index).padStart(3, "0")}`);
    const runs = ids.map((id, index) => anInstance({ id, createdAt: at(index) }));
    const { reconciler, bus, asked } = await aPlace(runs.toReversed());
    expect(await reconciler.reconcile(START)).toBe(450);
    expect(asked.map(({ length }) => length)).toEqual([200, 200, 50]);
    expect(asked.flat()).toEqual(ids);
    expect(bus.requests.map(({ instanceId }) => instanceId)).toEqual(ids);
    expect(bus.batches.every(({ requests }) => requests.length <= 250)).toBe(true);
  });

  test("looks at running runs before waiting ones, because they hold slots and many may wait", async () => {
    const waiting = Array.from({ length: 250 }, (_, index) => anInstance({ id: `run-${index}` }));
    const ran = aRunningInstance({ id: "ran", createdAt: at(5), updatedAt: at(5) });
    const { reconciler, asked } = await aPlace([...waiting, ran]);
    await reconciler.reconcile(at(10));
    expect(asked.map(({ length }) => length)).toEqual([1, 200, 50]);
    expect(asked[0]).toEqual(["ran"]);
  });

  test("settles all runs of a dead worker in one write", async () => {
    const ran = Array.from({ length: 50 }, (_, index) => aRunningInstance({ id: `run-${index}` }));
    let writes = 0;
    const { reconciler, bus, instance } = await aPlace(
      ran,
      { retryCount: 1 },
      {
        instances: (real) => ({
          update: (changes) => {
            writes += 1;
            return real.update(changes);
          },
        }),
      },
    );
    await reconciler.reconcile(START);
    expect(writes).toBe(1);
    expect(bus.requests).toHaveLength(50);
    for (const { id } of ran) expect(await instance(id)).toMatchObject({ state: "Failed", slot: null });
  });

  test("leaves a run no living worker has code for where it is, and takes it up when one comes", async () => {
    const { reconciler, bus, store, clock, define } = await aPlace([]);
    await define(aDefinition({ key: "mail.read" }));
    await store.instances.insert([anInstance({ jobKey: "mail.read" })]);
    expect(await reconciler.reconcile(START)).toBe(0);
    expect(bus.batches).toEqual([]);
    const other = { jobKeys: ["mail.read"], lastSeenAt: at(0) };
    await store.executors.save(anExecutor({ id: "worker-2", ...other, app: "ledger" }));
    await store.executors.save(anExecutor({ id: "worker-3", ...other, draining: true }));
    expect(await reconciler.reconcile(START)).toBe(0);
    await store.executors.save(anExecutor({ id: "worker-4", ...other }));
    expect(await reconciler.reconcile(START)).toBe(1);
    await clock.advance(30_001);
    bus.batches.length = 0;
    expect(await reconciler.reconcile(clock.now())).toBe(0);
  });

  test("dispatches a delayed run and a retry with the time they wait for", async () => {
    const { reconciler, bus } = await aPlace([
      anInstance({ id: "later", state: "Scheduled", scheduledFor: at(5000) }),
      anInstance({ id: "retry", state: "Failed", attempt: 2, retryAt: at(7000) }),
    ]);
    await reconciler.reconcile(START);
    expect(bus.requests).toMatchObject([
      { instanceId: "later", attempt: 1, dueAt: at(5000).toISOString() },
      { instanceId: "retry", attempt: 3, dueAt: at(7000).toISOString() },
    ]);
  });

  test("dispatches nothing that has moved on between being found and being noted", async () => {
    const place = await aPlace(
      [anInstance()],
      {},
      {
        instances: (real) => ({
          async findOpen(query, page) {
            const found = await real.findOpen(query, page);
            const moved = { id: "run-1", tenant: "default", at: START, append: [] };
            await real.update([
              { ...moved, when: { states: ["Enqueued"] }, set: { state: "Cancelled", completedAt: START } },
            ]);
            return found;
          },
        }),
      },
    );
    await place.reconciler.reconcile(START);
    expect(place.bus.batches).toEqual([]);
    expect((await place.instance("run-1")).state).toBe("Cancelled");
  });

  describe("settles an attempt whose worker died", () => {
    test("as Failed and Terminated, where the job has no retries", async () => {
      const { reconciler, bus, instance } = await aPlace([aRunningInstance()]);
      expect(await reconciler.reconcile(START)).toBe(1);
      expect(await instance("run-1")).toMatchObject({
        state: "Terminated",
        reason: { code: "no_retries" },
        error: { code: "worker_lost", message: 'Worker "worker-1" stopped responding during the attempt' },
        slot: null,
        claim: null,
      });
      expect(bus.batches).toEqual([]);
    });

    test("by having another worker wait for its end, where its work goes on without the worker", async () => {
      registerWorkKind(SAMPLE_KIND);
      const work = { kind: SAMPLE_KIND.kind };
      const { reconciler, bus, instance } = await aPlace([aRunningInstance()], {}, {}, work);
      await reconciler.reconcile(START);
      const record = await instance("run-1");
      expect(record).toMatchObject({
        state: "Scheduled",
        reason: { code: "taken_over", parameters: { worker: "worker-1" } },
        scheduledFor: START,
        slot: null,
        claim: null,
        error: null,
      });
      expect(bus.batches).toMatchObject([
        {
          id: record.dispatchId,
          requests: [{ instanceId: "run-1", attempt: 2, retry: 0, dueAt: START.toISOString() }],
        },
      ]);
    });

    test("as Failed with a retry on the way, never at once in its place", async () => {
      const { reconciler, bus, instance } = await aPlace([aRunningInstance()], { retryCount: 1 });
      await reconciler.reconcile(START);
      const record = await instance("run-1");
      expect(record).toMatchObject({ state: "Failed", attempt: 1, retryAt: START });
      expect(bus.batches).toMatchObject([
        {
          id: record.dispatchId,
          destination: { app: "mail" },
          requests: [{ instanceId: "run-1", attempt: 2, dueAt: START.toISOString() }],
        },
      ]);
    });

    test("as Cancelled with the reason asked with, where a cancel was asked for", async () => {
      const { reconciler, instance } = await aPlace(
        [aRunningInstance({ cancelRequestedAt: START, cancelReason: cancelled("ada") })],
        { retryCount: 5 },
      );
      await reconciler.reconcile(START);
      expect(await instance("run-1")).toMatchObject({ state: "Cancelled", reason: cancelled("ada") });
    });

    test("also where no worker has its code any more", async () => {
      const { reconciler, store, instance } = await aPlace([aRunningInstance()]);
      await store.executors.remove("default", "worker-1");
      await reconciler.reconcile(START);
      expect((await instance("run-1")).state).toBe("Terminated");
    });

    test("and not the attempt that has begun since", async () => {
      const { reconciler, instance, runtime, bus, store } = await aPlace([aRunningInstance()], {
        retryCount: 1,
      });
      const findLost = runtime.findLost.bind(runtime);
      runtime.findLost = async (instances) => {
        await store.instances.update([
          {
            tenant: "default",
            id: "run-1",
            at: START,
            when: { states: ["Processing"] },
            set: { attempt: 2, claim: "claim-2" },
            append: [],
          },
        ]);
        return findLost(instances);
      };
      await reconciler.reconcile(START);
      expect(await instance("run-1")).toMatchObject({ state: "Processing", attempt: 2, claim: "claim-2" });
      expect(bus.batches).toEqual([]);
    });
  });

  test("reports a round that failed and looks again", async () => {
    let isDown = false;
    const place = await aPlace(
      [anInstance()],
      {},
      {
        instances: (real) => ({
          findOpen: (...query) => (isDown ? Promise.reject(storeGone()) : real.findOpen(...query)),
        }),
      },
    );
    const { reconciler, clock, errors, asked } = place;
    await reconciler.reconcile(START);
    const duties = startDuties([reconciler], place);
    place.runtime.alive.add("run-1");
    isDown = true;
    await clock.advance(10_000);
    expect(errors).toMatchObject([{ code: "store_unavailable" }]);
    isDown = false;
    asked.length = 0;
    await clock.advance(10_000);
    expect(asked).toHaveLength(1);
    await duties.close();
  });

  test("looks no more once it is closed, in the middle of a round too", async () => {
    const place = await aPlace([anInstance()]);
    const { reconciler, clock, asked, runtime } = place;
    const duties = startDuties([reconciler], place);
    const closing: Promise<void>[] = [];
    const findLost = runtime.findLost.bind(runtime);
    runtime.findLost = (instances) => {
      closing.push(duties.close());
      return findLost(instances);
    };
    await clock.advance(10_000);
    await Promise.all(closing);
    expect(asked).toEqual([["run-1"]]);
    await clock.advance(60_000);
    expect(asked).toEqual([["run-1"]]);
    expect(clock.pending).toBe(0);
  });
});

describe("Reconciler, of runs that wait for a slot", () => {
  const reason = { code: "waits_for_slot", parameters: { limit: 2 } } as const;
  const waiting = (id: string, overrides: Partial<JobInstance> = {}): JobInstance =>
    anInstance({ id, reason, ...overrides });
  const queueing: StatedOptions = { maxConcurrency: 2, whenFull: "queue" };

  test("hands over as many as have a free slot, by their turns, and asks the runtime about none", async () => {
    const runs = [waiting("low", { priority: 5 }), waiting("b"), waiting("urgent", { priority: 1 })];
    const { reconciler, bus, asked } = await aPlace(runs, queueing);
    await reconciler.reconcile(START);
    expect(bus.requests.map(({ instanceId }) => instanceId)).toEqual(["urgent", "b"]);
    expect(asked).toEqual([]);
  });

  test("leaves them alone while their lane is full, and once a dead worker's slot is free gives its turn", async () => {
    const { reconciler, runtime, bus, store, instance } = await aPlace(
      [anInstance({ id: "first" }), anInstance({ id: "second" }), waiting("b"), waiting("c")],
      queueing,
    );
    for (const id of ["first", "second"]) {
      const ref = { tenant: "default", id, attempt: 1, claim: `claim-${id}`, worker: "worker-1" };
      await store.instances.admit([{ change: begin(ref, START, 0), lane: "mail.send", limit: 2 }]);
    }
    runtime.alive.add("first").add("second");
    await reconciler.reconcile(START);
    expect(bus.requests).toEqual([]);
    runtime.alive.delete("first");
    await reconciler.reconcile(START);
    expect(await instance("first")).toMatchObject({ state: "Terminated", error: { code: "worker_lost" } });
    // Its turn is given with the end of the attempt and again with those that wait: only one admission can win.
    expect(new Set(bus.requests.map(({ instanceId }) => instanceId))).toEqual(new Set(["b"]));
  });

  test("hands over what is left of a job that no longer has a limit or no longer queues", async () => {
    const { reconciler, bus } = await aPlace([waiting("a"), waiting("b"), waiting("c")], {
      maxConcurrency: null,
    });
    await reconciler.reconcile(START);
    expect(bus.requests.map(({ instanceId }) => instanceId)).toEqual(["a", "b", "c"]);
  });

  test("gives the turns of a lane once, however many pages of runs wait in it", async () => {
    const many = Array.from({ length: 450 }, (_, index) => waiting(`run-${String(index).padStart(3, "0")}`));
    const { reconciler, bus } = await aPlace(many, queueing);
    await reconciler.reconcile(START);
    expect(bus.requests.map(({ instanceId }) => instanceId)).toEqual(["run-000", "run-001"]);
  });
});

describe("Reconciler, of code that was abandoned", () => {
  const abandoned = (attempt: number): object => ({ abandoned: { attempt, worker: "worker-9", at: START } });

  /** A run whose code goes on on `worker-9`, and one that waits for its slot. */
  async function aHeldPlace(state: "Failed" | "Terminated"): Promise<Place> {
    const reason = { code: "waits_for_slot", parameters: { limit: 1 } } as const;
    const runs = [anInstance({ id: "hung" }), anInstance({ id: "next", reason })];
    const place = await aPlace(runs, { maxConcurrency: 1, whenFull: "queue", retryCount: 1 });
    const ref = { tenant: "default", id: "hung", attempt: 1, claim: "claim-1", worker: "worker-9" };
    await place.store.instances.admit([{ change: begin(ref, START, 0), lane: "mail.send", limit: 1 }]);
    await place.store.instances.update([
      {
        tenant: "default",
        id: "hung",
        at: START,
        when: { states: ["Processing"] },
        set: { state, ...abandoned(1) },
        append: [],
      },
    ]);
    return place;
  }

  test("leaves its slot taken while its worker is there, and gives it back once that has ended", async () => {
    const place = await aHeldPlace("Terminated");
    await place.store.executors.save(anExecutor({ id: "worker-9" }));
    await place.reconciler.reconcile(START);
    expect([(await place.instance("hung")).slot, place.bus.requests]).toEqual([0, []]);
    await place.store.executors.remove("default", "worker-9");
    await place.reconciler.reconcile(START);
    const hung = await place.instance("hung");
    expect([hung.slot, hung.abandoned, hung.history.at(-1)?.reason]).toEqual([
      null,
      null,
      { code: "slot_given_back", parameters: { attempt: 1, how: "worker_ended", by: null } },
    ]);
    expect(place.bus.requests[0]).toMatchObject({ instanceId: "next" });
  });

  test("has a retry that waited for it begin, also where nobody handed that over when the slot was given back", async () => {
    const place = await aHeldPlace("Failed");
    await place.store.instances.update([waitForCode(await place.instance("hung"), START)]);
    expect((await place.instance("hung")).reason?.code).toBe("waits_for_code");
    await place.store.instances.update([
      {
        tenant: "default",
        id: "hung",
        at: START,
        when: { states: ["Failed"] },
        set: { abandoned: null },
        append: [],
      },
    ]);
    await place.reconciler.reconcile(START);
    expect(place.bus.requests.map(({ instanceId, attempt }) => `${instanceId}/${attempt}`)).toContain(
      "hung/2",
    );
  });
});
