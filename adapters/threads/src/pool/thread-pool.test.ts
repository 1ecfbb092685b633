import { expect, it, onTestFinished } from "vitest";
import { ThreadPool } from "./thread-pool.ts";

function aPool(max: number): ThreadPool {
  const pool = new ThreadPool({ max });
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
