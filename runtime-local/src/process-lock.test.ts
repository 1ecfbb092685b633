import { isMoJobError, type MoJobError } from "@mojob/core";
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

function lockOf(holder: string): ProcessLock {
  return new ProcessLock({
    tenant: "default",
    state,
    holder,
    clock,
    onLost: (error) => lost.push(error),
    onError: (error) => errors.push(error),
  });
}

describe("the lock that keeps a store to one process", () => {
  it("is refused, naming the tenant, while another process lives", async () => {
    const first = lockOf("first");
    await first.acquire();
    const refusal = lockOf("second")
      .acquire()
      .catch((error: unknown) => error);
    await clock.advance(12_000);
    const error = await refusal;
    expect(isMoJobError(error) && error.code).toBe("lock_held");
    expect(String(error)).toContain('another embedded scheduler runs tenant "default" on this store');
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

  it("is had when the lease of a process that vanished has run out", async () => {
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

  it("is kept as long as the process lives", async () => {
    const lock = lockOf("first");
    await lock.acquire();
    await clock.advance(60_000);
    expect(await state.acquireLease(LEASE, "other", 1000)).toBeNull();
    expect(lost).toEqual([]);
    await lock.release();
  });

  it("is told to be lost, once, when another process took it over meanwhile", async () => {
    const lock = lockOf("first");
    await lock.acquire();
    await state.releaseLease(LEASE, "first");
    await state.acquireLease(LEASE, "other", 60_000);
    await clock.advance(30_000);
    expect(lost.map(({ code }) => code)).toEqual(["lock_held"]);
  });

  it("outlives a state store that does not answer for a moment", async () => {
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
