import { expect, it, onTestFinished } from "vitest";
import { JobThread } from "./job-thread.ts";
import { ThreadPool } from "./thread-pool.ts";

function aPool(max: number, start?: () => JobThread): ThreadPool {
  const pool = new ThreadPool({ max }, start);
  onTestFinished(() => pool.close());
  return pool;
}

const { signal } = new AbortController();

it("gives no thread that ended while it was idle", async () => {
  const pool = aPool(1);
  const first = await pool.take(signal);
  pool.giveBack(first);
  await first.end();
  const next = await pool.take(signal);
  expect([next === first, next.isAlive]).toEqual([false, true]);
});

it("starts nothing once it is closed, for a run that waits neither", async () => {
  const pool = aPool(1);
  const thread = await pool.take(signal);
  const waiting = pool.take(signal);
  const refused = expect(waiting).rejects.toThrow("The threads of the worker are closed");
  await pool.close();
  pool.giveBack(thread);
  await refused;
  await expect(pool.take(signal)).rejects.toThrow("The threads of the worker are closed");
});

/** Starts threads while there are some left. */
function limited(left: number): { start(): JobThread; left: number } {
  const system = {
    left,
    start(): JobThread {
      if (system.left === 0) throw new Error("no threads left");
      system.left -= 1;
      return new JobThread(null);
    },
  };
  return system;
}

it("gives the last thread that the system has, although no spare one can be started", async () => {
  const system = limited(1);
  const pool = aPool(2, system.start);
  const thread = await pool.take(signal);
  expect(thread.isAlive).toBe(true);
  await expect(pool.take(signal)).rejects.toThrow("no threads left");
  await thread.end();
  // What the run came to is known; that no spare thread can be started is not its failure.
  expect(() => pool.giveBack(thread)).not.toThrow();
});

it("refuses a run that waits for a thread which cannot be started, and goes on when it can", async () => {
  const system = limited(1);
  const pool = aPool(1, system.start);
  const thread = await pool.take(signal);
  const waiting = pool.take(signal);
  const refused = expect(waiting).rejects.toThrow("no threads left");
  await thread.end();
  pool.giveBack(thread);
  await refused;
  system.left = 1;
  expect((await pool.take(signal)).isAlive).toBe(true);
});
