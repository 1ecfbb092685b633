import { expect, test } from "vitest";
import { Wakeup } from "./wakeup.ts";

test("next() resolves at the next notification for everyone that waits then", async () => {
  const wakeup = new Wakeup();
  let woken = 0;
  const waiting = [wakeup.next(), wakeup.next()].map((next) => next.then(() => (woken += 1)));
  wakeup.notify();
  await Promise.all(waiting);
  expect(woken).toBe(2);
});

test("next() does not see a notification that came before it", async () => {
  const wakeup = new Wakeup();
  wakeup.notify();
  let isWoken = false;
  const waiting = wakeup.next().then(() => (isWoken = true));
  await Promise.resolve();
  expect(isWoken).toBe(false);
  wakeup.notify();
  await waiting;
});

test("next() resolves as soon as its signal aborts", async () => {
  const wakeup = new Wakeup();
  const stop = new AbortController();
  const waiting = wakeup.next(stop.signal);
  stop.abort();
  await waiting;
  await wakeup.next(stop.signal);
});
