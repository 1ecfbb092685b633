import { describe, expect, test } from "vitest";
import { anExecutor, storeGone } from "@mojob/test-fixtures/world";
import type { DrainRequest, ExecutorRecord } from "../../model/executor-record.ts";
import type { IMoExecutorStore } from "../../ports/executor-store.ts";
import { createFakeClock, type FakeClock } from "../../testing/fake-clock.ts";
import { WorkerPresence } from "./worker-presence.ts";

interface Place {
  readonly clock: FakeClock;
  readonly presence: WorkerPresence;
  readonly writes: string[];
  /** That were kept for later. */
  readonly names: string[];
  readonly errors: unknown[];
  /** What the store keeps beside the record. */
  drain: DrainRequest | null;
  readonly asked: boolean[];
  /** Makes the saves wait until `answer()` is called. */
  hold(): void;
  answer(): void;
  failing: boolean;
  /** Of the thread that keeps it alive. */
  ready: Promise<void>;
}

function aPlace(isKeptAlive = false): Place {
  const clock = createFakeClock("2026-01-01T00:00:00Z", { exactMs: 60_000 });
  const writes: string[] = [];
  const errors: unknown[] = [];
  const held: (() => void)[] = [];
  let holds = false;
  const store: IMoExecutorStore = {
    async save({ lastSeenAt }: ExecutorRecord) {
      if (place.failing) throw storeGone();
      if (holds) await new Promise<void>((resolve) => held.push(resolve));
      writes.push(`seen ${lastSeenAt.getTime() - START_MS}`);
      return place.drain;
    },
    drain: () => Promise.resolve(true),
    remove: async () => void writes.push("removed"),
    list: () => Promise.resolve([]),
    keepAlive: (_executor, everyMs) => {
      writes.push(`kept alive beside a heartbeat each ${everyMs}`);
      return {
        ready: place.ready,
        turned: (now, quietMs) => void writes.push(`turned ${now.getTime() - START_MS}, quiet ${quietMs}`),
        began: (quietMs) => void writes.push(`began ${quietMs}`),
        close: async () => void writes.push("closed"),
      };
    },
  };
  const names: string[] = [];
  const START_MS = clock.now().getTime();
  const presence = new WorkerPresence({
    store,
    names: { remember: async ({ name }) => void names.push(name), get: async () => [] },
    clock,
    heartbeatMs: 5000,
    isKeptAlive,
    longestLeftMs: () => 90_000 - clock.monotonicMs(),
    describe: () => anExecutor({ lastSeenAt: clock.now() }),
    onDrain: (isAsked) => void place.asked.push(isAsked),
    onError: (error) => void errors.push(error),
  });
  const place: Place = {
    clock,
    presence,
    writes,
    names,
    errors,
    failing: false,
    ready: Promise.resolve(),
    drain: null,
    asked: [],
    hold: () => {
      holds = true;
    },
    answer: () => {
      holds = false;
      for (const release of held.splice(0)) release();
    },
  };
  return place;
}

describe("WorkerPresence", () => {
  test("shows the thread that keeps it alive that the loop turns, and what begins, until it leaves", async () => {
    const { clock, presence, writes } = aPlace(true);
    await presence.announce();
    presence.began(3_600_000);
    await clock.advance(40_000);
    await presence.leave();
    expect(writes.filter((write) => !write.startsWith("seen"))).toEqual([
      "kept alive beside a heartbeat each 5000",
      "turned 0, quiet 90000",
      "began 3600000",
      ...[85_000, 80_000, 75_000, 70_000, 65_000].map(
        (quietMs) => `turned ${90_000 - quietMs}, quiet ${quietMs}`,
      ),
      "turned 30000, quiet 60000",
      // Whatever runs, it may be silent for a minute.
      "turned 35000, quiet 60000",
      "turned 40000, quiet 60000",
      "closed",
      "removed",
    ]);
  });

  test("has its name kept for those who read its runs later, once a day", async () => {
    const { clock, presence, names } = aPlace();
    await presence.announce();
    await clock.advance(60_000);
    expect(names).toEqual(["worker-1"]);
    await clock.advance(86_400_000);
    expect(names).toEqual(["worker-1", "worker-1"]);
    await presence.leave();
  });

  test("waits for the thread that keeps it alive, and for half a minute at most", async () => {
    const waited = async (ready: Promise<void>): Promise<{ place: Place; isOver: () => boolean }> => {
      const place = aPlace(true);
      place.ready = ready;
      await place.presence.announce();
      let isOver = false;
      void place.presence.untilKeptAlive().then(() => (isOver = true));
      await place.clock.advance(29_999);
      return { place, isOver: () => isOver };
    };
    const starting = Promise.withResolvers<void>();
    const slow = await waited(starting.promise);
    expect(slow.isOver()).toBe(false);
    starting.resolve();
    await slow.place.clock.settle();
    expect(slow.isOver()).toBe(true);
    // The heartbeat's timer alone is left.
    expect(slow.place.clock.pending).toBe(1);
    const stuck = await waited(new Promise(() => {}));
    expect(stuck.isOver()).toBe(false);
    await stuck.place.clock.advance(1);
    expect(stuck.isOver()).toBe(true);
    await aPlace().presence.untilKeptAlive();
  });

  test("says that it is there, at once and with every heartbeat, until it leaves", async () => {
    const { clock, presence, writes } = aPlace();
    await presence.announce();
    await clock.advance(12_000);
    await presence.leave();
    await clock.advance(60_000);
    expect(writes).toEqual(["seen 0", "seen 5000", "seen 10000", "removed"]);
    expect(clock.pending).toBe(0);
  });

  test("reports a beat that failed and beats on", async () => {
    const place = aPlace();
    place.failing = true;
    await place.presence.announce();
    place.failing = false;
    await place.clock.advance(5000);
    expect(place.errors).toMatchObject([{ code: "store_unavailable" }]);
    expect(place.writes).toEqual(["seen 5000"]);
  });

  test("keeps one rhythm when it is asked to announce in the middle of a beat", async () => {
    const { clock, presence, writes, hold, answer } = aPlace();
    await presence.announce();
    hold();
    await clock.advance(5000);
    const asked = presence.announce();
    await clock.settle();
    answer();
    await asked;
    expect(clock.pending).toBe(1);
    writes.length = 0;
    await clock.advance(10_000);
    expect(writes).toEqual(["seen 10000", "seen 15000"]);
  });

  test("stays unregistered once it left, also where a heartbeat was under way", async () => {
    const { clock, presence, writes, hold, answer } = aPlace();
    await presence.announce();
    hold();
    await clock.advance(5000);
    const left = presence.leave();
    await clock.settle();
    answer();
    await left;
    await clock.advance(60_000);
    expect(writes).toEqual(["seen 0", "seen 5000", "removed"]);
    expect(clock.pending).toBe(0);
  });

  test("learns with a heartbeat that somebody asked it to drain, and that this is over", async () => {
    const place = aPlace();
    await place.presence.announce();
    place.drain = { at: place.clock.now(), by: "user:li" };
    await place.clock.advance(5000);
    place.drain = null;
    await place.clock.advance(5000);
    expect(place.asked).toEqual([false, true, false]);
  });

  test("leaves even where the store is unavailable", async () => {
    const { clock, errors } = aPlace();
    const presence = new WorkerPresence({
      store: {
        save: async () => null,
        drain: async () => false,
        remove: () => Promise.reject(storeGone()),
        list: async () => [],
      },
      names: { remember: async () => {}, get: async () => [] },
      clock,
      heartbeatMs: 5000,
      describe: () => anExecutor(),
      onDrain: () => {},
      onError: (error) => void errors.push(error),
    });
    await presence.leave();
    expect(errors).toMatchObject([{ code: "store_unavailable" }]);
  });
});
