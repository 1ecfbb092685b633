import { expect, test } from "vitest";
import { aDefinition, anInstance, attemptOf } from "@mojob/test-fixtures/records";
import {
  anExecutor,
  createWorld,
  storeGone,
  type World,
  type WorldOptions,
} from "@mojob/test-fixtures/world";
import { createScheduler } from "../../control/create-scheduler.ts";
import { createEngine } from "../../control/create-engine.ts";
import { Reconciler } from "../../duties/reconciler.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { laneOf } from "../../model/instance/lane.ts";
import { begin, fail } from "../../model/instance/transitions.ts";
import type { StatedOptions } from "../../model/option/job-options.ts";
import { giveBackSlots } from "./give-back-slots.ts";

const OWN = "mail.send";
const WAITS = { code: "waits_for_slot", parameters: { limit: 1 } } as const;
const EXECUTOR_GONE = { code: "job_failed", message: "Hung" } as const;

interface Place extends World {
  /** The runs that were handed over, in order. */
  readonly handedOver: () => readonly string[];
  /** The lane of each run, without the key of the job. */
  readonly lanes: () => Promise<Readonly<Record<string, string>>>;
  edit(options: StatedOptions, revision?: number): Promise<void>;
  /** Begins a run in a slot of its lane. */
  begin(id: string): Promise<void>;
}

function lane(concurrencyKey: string): string {
  return laneOf(OWN, { concurrencyKey });
}

/** A run of a customer in Bern, that waits for a slot of the customer's lane. */
function waiting(id: string, customer: string, given: Partial<JobInstance> = {}): JobInstance {
  return anInstance({ id, lane: lane(customer), args: { customer, city: "Bern" }, reason: WAITS, ...given });
}

/** A job with a limit for each customer, and these runs, a millisecond after each other. */
async function aPlace(
  runs: readonly JobInstance[],
  options: StatedOptions = {},
  given: WorldOptions = {},
): Promise<Place> {
  const world = createWorld(given);
  await world.define(
    aDefinition({ options: { whenFull: "queue", concurrencyKey: "args.customer", ...options } }),
  );
  const now = world.clock.now().getTime();
  await world.store.instances.insert(
    runs.map((run, index) => ({ ...run, createdAt: new Date(now + index) })),
  );
  await world.clock.advance(1000);
  const { jobs } = createScheduler(createEngine({ ...world, tenant: "default" }));
  return {
    ...world,
    handedOver: () => world.bus.requests.map(({ instanceId }) => instanceId),
    lanes: async () => {
      const all = await world.instances();
      return Object.fromEntries(all.map(({ id, lane: of }) => [id, of.slice(OWN.length)]));
    },
    edit: async (patch, revision = 1) => void (await jobs.update(OWN, patch, revision)),
    begin: async (id) => {
      const run = await world.instance(id);
      const change = begin(attemptOf({ ...run, attempt: run.attempt + 1 }), world.clock.now(), 1);
      const [answer] = await world.store.instances.admit([{ change, lane: run.lane, limit: 1 }]);
      expect(answer?.outcome).toBe("admitted");
    },
  };
}

test("what waits competes for the job's own slots once its key is removed: one begins, the first of all", async () => {
  const place = await aPlace([waiting("a1", "a"), waiting("b1", "b"), waiting("a2", "a", { priority: 1 })]);
  await place.edit({ concurrencyKey: "" });
  expect(await place.lanes()).toEqual({ a1: "", b1: "", a2: "" });
  expect(place.handedOver()).toEqual(["a2"]);
});

test("each key of a key that is added gets its own slots", async () => {
  const own = { lane: OWN };
  const runs = [waiting("a1", "a", own), waiting("a2", "a", own), waiting("b1", "b", own)];
  const place = await aPlace(runs, { concurrencyKey: "" });
  await place.edit({ concurrencyKey: "args.customer" });
  expect(await place.lanes()).toEqual({ a1: "|key|a", a2: "|key|a", b1: "|key|b" });
  expect(place.handedOver().toSorted()).toEqual(["a1", "b1"]);
});

test("what has begun keeps the slot of its lane, and what comes to that lane finds it taken", async () => {
  const place = await aPlace([
    waiting("a1", "a", { reason: null }),
    waiting("a2", "a"),
    waiting("b1", "b", { args: { customer: "b", city: "a" } }),
  ]);
  await place.begin("a1");
  await place.edit({ concurrencyKey: "args.city" });
  expect(await place.lanes()).toEqual({ a1: "|key|a", a2: "|key|Bern", b1: "|key|a" });
  expect(place.handedOver()).toEqual(["a2"]);
});

test("runs that wait for their time, for a retry or are held are moved and stay as they are", async () => {
  const later = new Date("2026-01-02T00:00:00.000Z");
  const place = await aPlace([
    waiting("delayed", "a", { state: "Scheduled", scheduledFor: later, reason: null }),
    waiting("retry", "b", { state: "Failed", attempt: 1, retryAt: later, reason: null }),
    waiting("held", "c", { reason: { code: "held" } }),
    waiting("shard", "d", { lane: laneOf(OWN, { shard: 2, concurrencyKey: "d" }), reason: null }),
    waiting("ended", "e", { state: "Succeeded", reason: null }),
  ]);
  await place.edit({ concurrencyKey: "args.city" });
  expect(await place.lanes()).toEqual({
    delayed: "|key|Bern",
    retry: "|key|Bern",
    held: "|key|Bern",
    shard: "|shard|2|key|Bern",
    ended: "|key|e",
  });
  expect((await place.instance("held")).reason).toEqual({ code: "held" });
  expect(place.handedOver()).toEqual([]);
});

test("a job that replaces has the newest of each lane delivered, which makes room for it", async () => {
  const runs = [waiting("a1", "a"), waiting("b1", "b"), waiting("a2", "a")];
  const place = await aPlace(runs, { whenFull: "replace" });
  await place.edit({ concurrencyKey: "" });
  expect(place.handedOver()).toEqual(["a2"]);
});

test("a retry whose code held a slot of the lane before competes in the new one when that slot is given back", async () => {
  const place = await aPlace([waiting("a1", "a", { reason: null }), waiting("b1", "b")], { retryCount: 1 });
  await place.begin("a1");
  const run = await place.instance("a1");
  const abandoned = { attempt: 1, worker: "worker-1", at: place.clock.now() };
  const now = place.clock.now();
  const after = {
    next: "retryLater",
    retry: 1,
    retryCount: 1,
    retryAt: now,
    dispatchId: "dispatch-2",
  } as const;
  const change = fail(attemptOf(run), place.clock.now(), EXECUTOR_GONE, after, null, abandoned);
  const parked = {
    ...change,
    set: { ...change.set, reason: { code: "waits_for_code" as const, parameters: { attempt: 1 } } },
  };
  expect(await place.store.instances.update([parked])).toEqual([true]);
  await place.edit({ concurrencyKey: "" });
  expect(await place.lanes()).toEqual({ a1: "|key|a", b1: "" });
  expect((await place.instance("a1")).slot).toBe(0);
  const giver = { how: "asked", by: "ann" } as const;
  const store = place.store.instances;
  await giveBackSlots([{ id: "a1", attempt: 1 }], giver, { ...place, store, tenant: "default" });
  const back = await place.instance("a1");
  expect([back.lane, back.slot, back.reason]).toEqual([OWN, null, null]);
  expect(place.handedOver()).toEqual(["b1", "a1"]);
  const [request] = place.bus.requests.filter(({ instanceId }) => instanceId === "a1");
  expect(request?.lane).toBe(OWN);
});

test("of two edits that move the same runs, the later one decides", async () => {
  let meanwhile: (() => Promise<void>) | null = null;
  const place = await aPlace(
    [waiting("a1", "a"), waiting("b1", "b")],
    {},
    {
      instances: (real) => ({
        // The second edit is made whole between the read and the write of the first.
        update: async (changes) => {
          const next = meanwhile;
          meanwhile = null;
          if (changes.some(({ set }) => set.lane !== undefined)) await next?.();
          return real.update(changes);
        },
      }),
    },
  );
  meanwhile = () => place.edit({ concurrencyKey: "args.city" }, 2);
  await place.edit({ concurrencyKey: "" });
  expect(await place.lanes()).toEqual({ a1: "|key|Bern", b1: "|key|Bern" });
});

test("an edit whose process ends before it has moved all is finished by the reconciler", async () => {
  let isGone = true;
  const runs = [waiting("a1", "a"), waiting("b1", "b"), waiting("later", "c", { state: "Scheduled" })];
  const place = await aPlace(
    runs,
    {},
    {
      instances: (real) => ({
        update: (changes) => (isGone ? Promise.reject(storeGone()) : real.update(changes)),
      }),
    },
  );
  await place.store.executors.save(anExecutor({ lastSeenAt: new Date("2026-01-01T01:00:00.000Z") }));
  await place.edit({ concurrencyKey: "" });
  expect(place.errors).toMatchObject([{ code: "store_unavailable" }]);
  expect(await place.lanes()).toEqual({ a1: "|key|a", b1: "|key|b", later: "|key|c" });
  isGone = false;
  await place.clock.advance(10_000);
  await new Reconciler({ ...place, tenant: "default" }).reconcile(place.clock.now());
  expect(await place.lanes()).toEqual({ a1: "", b1: "", later: "" });
  expect(place.handedOver()).toContain("a1");
  expect(place.handedOver()).not.toContain("b1");
});

test("another edit moves nothing", async () => {
  const place = await aPlace([waiting("a1", "a", { lane: OWN })]);
  await place.edit({ tags: ["slow"] });
  expect(await place.lanes()).toEqual({ a1: "" });
});
