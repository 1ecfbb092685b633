import { expect, test } from "vitest";
import { aDefinition, anInstance, aRunningInstance } from "@mojob/test-fixtures/records";
import { anExecutor, createWorld, type World, type WorldOptions } from "@mojob/test-fixtures/world";
import { nextAttemptOf } from "../dispatch/dispatch-again.ts";
import { Reconciler } from "../duties/reconciler.ts";
import type { JobInstance } from "../model/instance/job-instance.ts";
import { succeed } from "../model/instance/transitions.ts";
import type { Reason } from "../model/reason.ts";
import { park } from "../model/waiting/park.ts";
import type { IMoWorkRunner } from "../ports/work-runner.ts";
import type { JobContext } from "../job/job-context.ts";
import { beginNextOfKey } from "../waiting/release/begin-next-of-key.ts";
import { type ParkedRequest, sortRequests } from "./sort-requests.ts";

const JOB = aDefinition({ options: { unique: "replace" } });
const RUNNER: IMoWorkRunner<JobContext> = {
  kind: "code",
  handlers: [],
  canRun: () => true,
  run: () => Promise.resolve(null),
};
const LONG = new Date("2026-01-01T01:00:00.000Z");

interface Place extends World {
  readonly next: JobInstance;
  /** Whether the newer run waits, as its worker sees it. */
  isBehind(): Promise<boolean>;
  /** Writes that the newer run waits; resolves to whether the other one has ended meanwhile. */
  mark(): Promise<boolean>;
  /** Ends the run that has begun. */
  end(): Promise<void>;
}

/** A run that has begun and has left its key, and a newer one that has it. */
async function aPlace(options: WorldOptions = {}): Promise<Place> {
  const world = createWorld(options);
  await world.define(JOB);
  await world.store.executors.save(anExecutor({ lastSeenAt: LONG }));
  const begun = aRunningInstance({ id: "begun", uniqueKey: "mail.send>" });
  const next = anInstance({ id: "next", uniqueKey: "mail.send|" });
  await world.store.instances.insert([begun, next]);
  const request = nextAttemptOf(next);
  const sorting = { ...world, tenant: "default", runners: [RUNNER], described: {} };
  const attempt = { tenant: "default", id: "next", attempt: 1, claim: "claim-1", worker: "worker-1" };
  const refuse = {
    skip: () => Promise.resolve(),
    deleted: () => Promise.resolve(),
    wait: async (_: unknown, reason: Reason) =>
      void (await world.store.instances.update([park(attempt, world.clock.now(), reason)])),
  };
  const parked = async (): Promise<readonly ParkedRequest[]> =>
    (await sortRequests([request], sorting, refuse)).parked;
  return {
    ...world,
    next,
    isBehind: async () => (await parked()).length === 1,
    mark: async () => (await parked())[0]?.mark() ?? true,
    end: async () => {
      const claimed = { ...attempt, id: "begun" };
      await world.store.instances.update([succeed(claimed, world.clock.now(), null, null, null)]);
    },
  };
}

test("a run is behind the one that has begun before it, until that has ended", async () => {
  const place = await aPlace();
  expect(await place.isBehind()).toBe(true);
  await place.end();
  expect(await place.isBehind()).toBe(false);
});

test("the end of the one that has begun hands over the one that waits for it, and nothing before", async () => {
  const place = await aPlace();
  const options = { ...place, tenant: "default", store: place.store.instances };
  expect(await place.mark()).toBe(false);
  await beginNextOfKey({ jobKey: "mail.send", uniqueKey: "mail.send|" }, JOB, options);
  expect(place.bus.requests).toEqual([]);
  await place.end();
  await beginNextOfKey({ jobKey: "mail.send", uniqueKey: "mail.send|" }, JOB, options);
  expect(place.bus.requests.map(({ instanceId }) => instanceId)).toEqual(["next"]);
  expect((await place.instance("next")).reason).toBeNull();
});

test("an end that comes before the mark of the one that waits is noticed by it", async () => {
  let end: (() => Promise<void>) | null = null;
  const place: Place = await aPlace({
    instances: (real) => ({
      update: async (changes) => {
        const once = end;
        end = null;
        await once?.();
        return real.update(changes);
      },
    }),
  });
  end = place.end;
  expect(await place.mark()).toBe(true);
});

test("what nobody handed over after the end is handed over by the reconciler", async () => {
  const place = await aPlace();
  const reconciler = new Reconciler({ ...place, tenant: "default" });
  await place.mark();
  place.runtime.alive.add("begun");
  await place.clock.advance(20_000);
  await reconciler.reconcile(place.clock.now());
  expect(place.bus.requests).toEqual([]);
  await place.end();
  await reconciler.reconcile(place.clock.now());
  expect(place.bus.requests.map(({ instanceId }) => instanceId)).toEqual(["next"]);
});
