import { AppSet, type Requester } from "@mojob/core/feature";
import { createFakeClock } from "@mojob/core/testing";
import { expect, it } from "vitest";
import { WaitingTasks } from "./waiting-tasks.ts";

const requesterOf = (...apps: readonly string[]): Requester =>
  ({ apps: apps.length === 0 ? AppSet.ALL : AppSet.of(apps), holds: () => true }) as unknown as Requester;

it("one reading serves all who ask for the number within two seconds, each set of apps its own", async () => {
  const clock = createFakeClock();
  let reads = 0;
  const list = async () => {
    reads += 1;
    if (reads === 4) throw new Error("The store is unavailable");
    return { items: [], nextCursor: null };
  };
  const tasks = { reader: { read: () => Promise.resolve(null) } };
  const waiting = new WaitingTasks({
    tenant: "default",
    clock,
    tasks,
    store: { queries: { list } },
  });
  await Promise.all([
    waiting.recent(requesterOf()),
    waiting.recent(requesterOf()),
    waiting.recent(requesterOf()),
  ]);
  expect(reads).toBe(1);
  await clock.advance(1999);
  await waiting.recent(requesterOf());
  expect(reads).toBe(1);
  await waiting.recent(requesterOf("mail"));
  expect(reads).toBe(2);
  await clock.advance(1);
  await waiting.recent(requesterOf());
  expect(reads).toBe(3);
  // What is read as it is now, and what was decided, is not of before; a failure is not kept.
  await expect(waiting.now(requesterOf())).rejects.toThrow("unavailable");
  await waiting.recent(requesterOf());
  expect(reads).toBe(5);
  waiting.forget();
  await waiting.recent(requesterOf());
  expect(reads).toBe(6);
});
