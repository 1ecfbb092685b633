import { expect, it } from "vitest";
import { systemClock, type Timer } from "../../base/clock.ts";
import { measureLoopDelay } from "./loop-delay.ts";

/** A loop whose timers come when a test says so. */
function createLoop() {
  let nowMs = 0;
  let pending: (() => void) | null = null;
  let cancelled = 0;
  return {
    clock: {
      monotonicMs: () => nowMs,
      setTimer: (callback: () => void): Timer => {
        pending = callback;
        return { cancel: () => void (cancelled += 1) };
      },
    },
    turn(ms: number) {
      nowMs += ms;
      const callback = pending;
      pending = null;
      callback?.();
    },
    pass: (ms: number) => void (nowMs += ms),
    cancelled: () => cancelled,
  };
}

it("measureLoopDelay() has how late its timer came, and the delay that 99 % of the turns kept below", () => {
  const loop = createLoop();
  const meter = measureLoopDelay(loop.clock);
  expect(meter.take()).toBeNull();
  for (let turn = 0; turn < 299; turn += 1) loop.turn(102);
  loop.turn(600);
  expect(meter.take()).toEqual({ p99Ms: 2, maxMs: 500 });
  expect(meter.take()).toBeNull();
  loop.turn(100);
  expect(meter.take()).toEqual({ p99Ms: 0, maxMs: 0 });
});

it("a pause that goes on counts before its timer comes, and one timer serves all meters of a process", () => {
  const loop = createLoop();
  const [one, other] = [measureLoopDelay(loop.clock), measureLoopDelay(loop.clock)];
  loop.pass(1100);
  expect(one.take()).toEqual({ p99Ms: 1000, maxMs: 1000 });
  loop.turn(0);
  expect(other.take()).toEqual({ p99Ms: 1000, maxMs: 1000 });
  one.close();
  expect(loop.cancelled()).toBe(0);
  other.close();
  expect(loop.cancelled()).toBe(1);
});

it("a loop that is blocked shows it", async () => {
  const turned = Promise.withResolvers<void>();
  const meter = measureLoopDelay({
    ...systemClock,
    setTimer: (callback, delayMs, options) =>
      systemClock.setTimer(
        () => {
          callback();
          turned.resolve();
        },
        delayMs,
        { ...options, background: false },
      ),
  });
  for (const until = performance.now() + 400; performance.now() < until;);
  await turned.promise;
  const delay = meter.take();
  meter.close();
  expect(delay?.maxMs).toBeGreaterThan(250);
});
