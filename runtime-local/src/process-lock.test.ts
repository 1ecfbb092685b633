import type { IMoStateStore, MoJobError } from "@mojob/core";
import { repeat } from "@mojob/core/engine";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { StateStoreInMemory } from "@mojob/memory";
import { beforeEach, describe, expect, it } from "vitest";
import { ProcessLock } from "./process-lock.ts";

const LEASE = "mojob/default/embedded";

let clock: FakeClock;
let state: StateStoreInMemory;
let lost: MoJobError[];
let errors: unknown[];

beforeEach(() => {
  clock = createFakeClock();
  state = new StateStoreInMemory({ clock });
  lost = [];
  errors = [];
});

function lockOf(holder: string, isKeptAlive = false): ProcessLock {
  return new ProcessLock({
    isKeptAlive,
    tenant: "default",
    state,
    holder,
    process: { pid: 7, host: holder, since: null },
    clock,
    onLost: (error) => lost.push(error),
    onError: (error) => errors.push(error),
  });
}

describe("the lock that keeps a store to one process", () => {
  it("is refused as soon as its holder shows that it is alive, naming it", async () => {
    const first = lockOf("first");
    await first.acquire();
    await clock.advance(1000);
    let error: unknown = null;
    void lockOf("second")
      .acquire()
      .catch((refusal: unknown) => (error = refusal));
    await clock.advance(2500);
    expect(error).toMatchObject({ code: "lock_held" });
    expect(String(error)).toContain('process 7 on "first" runs tenant "default" on this store');
    await first.release();
  });

  it("is refused where its holder does not show itself and yet renews it", async () => {
    let error: unknown = null;
    const renewing = repeat(async () => void (await state.acquireLease(LEASE, "old", 10_000)), {
      clock,
      everyMs: 3000,
      firstInMs: 0,
      onError: () => {},
    });
    await clock.settle();
    void lockOf("second")
      .acquire()
      .catch((refusal: unknown) => (error = refusal));
    await clock.advance(12_000);
    expect(String(error)).toContain('another process runs tenant "default"');
    await renewing.close();
  });

  it("is taken within half a second by a process that waits, once it is let go", async () => {
    const first = lockOf("first");
    await first.acquire();
    let isTaken = false;
    const waiting = lockOf("second");
    void waiting.wait(new AbortController().signal).then((taken) => (isTaken = taken));
    await clock.advance(60_000);
    expect([isTaken, await waiting.holder()]).toEqual([false, { pid: 7, host: "first", since: null }]);
    await first.release();
    await clock.advance(500);
    expect([isTaken, await waiting.holder()]).toMatchObject([true, { host: "second" }]);
    await waiting.release();
  });

  it("is no longer waited for after an abort, and an outage meanwhile is reported once", async () => {
    const first = lockOf("first");
    await first.acquire();
    const stop = new AbortController();
    const acquireLease = state.acquireLease.bind(state);
    state.acquireLease = (name, holder, ttlMs) =>
      holder === "second" ? Promise.reject(new Error("unavailable")) : acquireLease(name, holder, ttlMs);
    const waiting = lockOf("second").wait(stop.signal);
    await clock.advance(5000);
    stop.abort();
    expect(await waiting).toBe(false);
    expect(errors).toHaveLength(1);
    await first.release();
  });

  it("is had at once when the other process has let go", async () => {
    const first = lockOf("first");
    await first.acquire();
    await first.release();
    const second = lockOf("second");
    await second.acquire();
    await second.release();
  });

  it("is taken when the lease of a dead process has expired", async () => {
    await state.acquireLease(LEASE, "vanished", 10_000);
    const next = lockOf("next");
    let hasIt = false;
    const acquired = next.acquire().then(() => {
      hasIt = true;
    });
    await clock.advance(9000);
    expect(hasIt).toBe(false);
    await clock.advance(1500);
    await acquired;
    await next.release();
  });

  it("is kept as long as the process runs", async () => {
    const lock = lockOf("first");
    await lock.acquire();
    await clock.advance(60_000);
    expect(await state.acquireLease(LEASE, "other", 1000)).toBeNull();
    expect(lost).toEqual([]);
    await lock.release();
  });

  it("is kept by a thread of its store, which is told of each renewal, until it is let go", async () => {
    const calls: string[] = [];
    const keeping: IMoStateStore = state;
    keeping.keepLease = (name, holder, ttlMs, everyMs) => {
      calls.push(`keep ${name} for ${holder}: ${ttlMs}, ${everyMs}`);
      return {
        ready: Promise.resolve(),
        turned: (_now, quietMs) => calls.push(`turned: ${quietMs}`),
        began: () => {},
        close: () => Promise.resolve(void calls.push("close")),
      };
    };
    const lock = lockOf("first", true);
    await lock.acquire();
    expect(calls.splice(0)).toEqual([`keep ${LEASE} for first: 10000, 3000`, "turned: 60000"]);
    await clock.advance(6000);
    expect(calls.splice(0)).toEqual(["turned: 60000", "turned: 60000"]);
    await lock.release();
    expect(calls).toEqual(["close"]);
  });

  it("is reported as lost, once, when another process took it over meanwhile", async () => {
    const lock = lockOf("first");
    await lock.acquire();
    await state.releaseLease(LEASE, "first");
    await state.acquireLease(LEASE, "other", 60_000);
    await clock.advance(30_000);
    expect(lost.map(({ code }) => code)).toEqual(["lock_held"]);
  });

  it("is kept while the state store is unavailable for a moment", async () => {
    const lock = lockOf("first");
    await lock.acquire();
    const acquireLease = state.acquireLease.bind(state);
    state.acquireLease = () => Promise.reject(new Error("gone"));
    await clock.advance(6000);
    state.acquireLease = acquireLease;
    await clock.advance(30_000);
    expect(errors).toHaveLength(2);
    expect(lost).toEqual([]);
    expect(await state.acquireLease(LEASE, "other", 1000)).toBeNull();
    await lock.release();
  });

  it("stays free when it is let go while it is being renewed", async () => {
    const lock = lockOf("first");
    await lock.acquire();
    const { promise, resolve } = Promise.withResolvers<void>();
    const acquireLease = state.acquireLease.bind(state);
    state.acquireLease = async (...args) => {
      await promise;
      return acquireLease(...args);
    };
    await clock.advance(3000);
    const released = lock.release();
    resolve();
    await released;
    await clock.advance(10_000);
    expect(clock.pending).toBe(0);
    expect(await acquireLease(LEASE, "other", 1000)).not.toBeNull();
  });
});
