import { describe, expect, test } from "vitest";
import type { MachineUsage } from "../../ports/platform/machine-usage.ts";
import type { ProcessUsage } from "../../ports/platform/platform.ts";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { WorkerLoad } from "./worker-load.ts";
import { WorkerPool, type WorkerPoolOptions } from "./worker-pool.ts";

/** A worker on a machine with four processors, which does what `busy` says in each two seconds. */
function aWorker(places: WorkerPoolOptions["places"], { hasTimes = true } = {}) {
  const clock = createFakeClock("2026-01-01T00:00:00Z", { exactMs: 60_000 });
  const busy = { own: 0, machine: 0, memoryBytes: 100 };
  const used = { processorMs: 0, busyMs: 0, idleMs: 0 };
  let offers = 0;
  const pool: WorkerPool = new WorkerPool({
    places,
    clock,
    runtime: {
      usage: (): ProcessUsage => ({ processorMs: used.processorMs, memoryBytes: busy.memoryBytes }),
      machine: (): MachineUsage => ({
        processors: 4,
        times: hasTimes ? { busyMs: used.busyMs, idleMs: used.idleMs } : null,
      }),
    },
    onError: (error) => {
      throw error;
    },
  });
  const load = new WorkerLoad({ limit: () => pool.size, clock, onCapacity: () => (offers += 1) });
  pool.begin(load);
  return {
    pool,
    load,
    busy,
    clock,
    takeOffers: () => {
      const made = offers;
      offers = 0;
      return made;
    },
    async decide(times = 1) {
      for (let count = 0; count < times; count += 1) {
        used.processorMs += busy.own * 4 * 2000;
        used.busyMs += busy.machine * 4 * 2000;
        used.idleMs += (1 - busy.machine) * 4 * 2000;
        await clock.advance(2000);
      }
    },
    /** Takes runs until there is no room. */
    fill() {
      while (load.capacity > 0) {
        load.take(1);
        load.begin();
        load.take(-1);
      }
    },
  };
}

const RULE = { min: 1, max: 4, targetCpu: 0.8, targetMemoryBytes: null };

describe("WorkerPool", () => {
  test("grows by one each two seconds while all places are taken, and asks for more work", async () => {
    const { pool, fill, decide, takeOffers } = aWorker(RULE);
    const sizes: (number | null)[] = [];
    for (let count = 0; count < 5; count += 1) {
      fill();
      await decide();
      sizes.push(pool.size);
    }
    expect(sizes).toEqual([2, 3, 4, 4, 4]);
    expect(takeOffers()).toBe(3);
    expect(pool.describe()).toEqual({ limit: 4, pool: { min: 1, max: 4 } });
    await pool.close();
  });

  test("sees that places were taken by runs that have ended by then", async () => {
    const { pool, load, fill, decide } = aWorker(RULE);
    fill();
    load.end();
    await decide();
    expect(pool.size).toBe(2);
    await decide(3);
    expect(pool.size).toBe(2);
  });

  test.each([
    ["its process is busy", { own: 0.9, machine: 0 }],
    ["the machine is, with programs of jobs for instance", { own: 0, machine: 0.9 }],
  ])("shrinks where %s, ends nothing, and takes nothing until enough has ended", async (_, used) => {
    const { pool, load, busy, fill, decide } = aWorker(RULE);
    for (let count = 0; count < 3; count += 1) {
      fill();
      await decide();
    }
    fill();
    Object.assign(busy, used);
    await decide(2);
    expect([pool.size, load.running, load.capacity]).toEqual([2, 4, 0]);
    load.end();
    load.end();
    expect(load.capacity).toBe(0);
    load.end();
    expect(load.capacity).toBe(1);
    await decide(9);
    expect(pool.size).toBe(1);
  });

  test("shrinks above its memory", async () => {
    const { pool, busy, fill, decide } = aWorker({ ...RULE, targetMemoryBytes: 1000 });
    fill();
    await decide();
    busy.memoryBytes = 1001;
    await decide();
    expect(pool.size).toBe(1);
  });

  test("goes by its process alone where the system does not say what the machine does", async () => {
    const { pool, busy, fill, decide } = aWorker(RULE, { hasTimes: false });
    busy.own = 0.9;
    busy.machine = 0;
    fill();
    await decide(3);
    expect(pool.size).toBe(1);
    busy.own = 0.1;
    await decide();
    expect(pool.size).toBe(2);
  });

  test.each([3, null])("leaves %s as it is, without a timer", async (places) => {
    const { pool, clock, decide } = aWorker(places);
    await decide(2);
    expect([pool.describe(), clock.pending]).toEqual([{ limit: places }, 0]);
  });
});
