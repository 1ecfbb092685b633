import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { sleep, systemClock } from "./clock.ts";

const A_DAY_MS = 24 * 60 * 60 * 1000;

describe("systemClock", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("waits as long as it is asked to, beyond what setTimeout can hold", () => {
    const fired = vi.fn<() => void>();
    systemClock.setTimer(fired, 60 * A_DAY_MS);
    vi.advanceTimersByTime(60 * A_DAY_MS - 1);
    expect(fired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(fired).toHaveBeenCalledTimes(1);
  });

  it("cancels a long wait after its first part", () => {
    const fired = vi.fn<() => void>();
    const timer = systemClock.setTimer(fired, 60 * A_DAY_MS);
    vi.advanceTimersByTime(30 * A_DAY_MS);
    timer.cancel();
    expect(vi.getTimerCount()).toBe(0);
    vi.advanceTimersByTime(60 * A_DAY_MS);
    expect(fired).not.toHaveBeenCalled();
  });

  it("never calls back within setTimer, not even for a time that has passed", () => {
    const fired = vi.fn<() => void>();
    systemClock.setTimer(fired, -5);
    expect(fired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(0);
    expect(fired).toHaveBeenCalledTimes(1);
  });

  it("lets a cancel after the fire do nothing", () => {
    const timer = systemClock.setTimer(() => {}, 1);
    vi.advanceTimersByTime(1);
    timer.cancel();
  });
});

describe("systemClock's timers", () => {
  it("keep the process alive unless they are background", () => {
    const unref = vi.spyOn(Object.getPrototypeOf(setTimeout(() => {}, 0)) as { unref(): unknown }, "unref");
    systemClock.setTimer(() => {}, 5).cancel();
    expect(unref).not.toHaveBeenCalled();
    systemClock.setTimer(() => {}, 5, { background: true }).cancel();
    expect(unref).toHaveBeenCalledTimes(1);
    unref.mockRestore();
  });

  it("run nextTurn's callback after the promises of this turn", async () => {
    const order: string[] = [];
    const turned = new Promise<void>((resolve) => {
      systemClock.nextTurn(() => {
        order.push("turn");
        resolve();
      });
    });
    await Promise.resolve();
    order.push("promise");
    await turned;
    expect(order).toEqual(["promise", "turn"]);
  });
});

describe("sleep()", () => {
  it("ends when its time has come and not before", async () => {
    const clock = createFakeClock();
    let awake = false;
    void sleep(clock, 1000).then(() => (awake = true));
    await clock.advance(999);
    expect(awake).toBe(false);
    await clock.advance(1);
    expect(awake).toBe(true);
  });

  it("ends as soon as the signal aborts and leaves no timer behind", async () => {
    const clock = createFakeClock();
    const stop = new AbortController();
    const sleeping = sleep(clock, 1000, stop.signal);
    expect(clock.pending).toBe(1);
    stop.abort();
    await sleeping;
    expect(clock.pending).toBe(0);
  });

  it("does not begin where the signal has aborted", async () => {
    const clock = createFakeClock();
    await sleep(clock, 1000, AbortSignal.abort());
    expect(clock.pending).toBe(0);
  });

  it("leaves no listener on a signal that outlives it", async () => {
    const clock = createFakeClock();
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, "removeEventListener");
    const sleeping = sleep(clock, 10, signal);
    await clock.advance(10);
    await sleeping;
    expect(removed).toHaveBeenCalledTimes(1);
  });
});
