import { describe, expect, it } from "vitest";
import { createFakeClock } from "../testing/fake-clock.ts";
import { sleep } from "./clock.ts";
import { repeat } from "./repeat.ts";

describe("repeat()", () => {
  it("begins after the first pause and then after each pass's own or the usual one", async () => {
    const clock = createFakeClock();
    const at: number[] = [];
    const pauses = [undefined, { nextInMs: 50 }, undefined];
    const loop = repeat(async () => (at.push(clock.monotonicMs()), pauses.shift()), {
      clock,
      everyMs: 100,
      firstInMs: 10,
      onError: () => {},
    });
    await clock.advance(300);
    expect(at).toEqual([10, 110, 160, 260]);
    await loop.close();
    expect(clock.pending).toBe(0);
  });

  it("counts the pause from the end of a pass, so that passes never overlap", async () => {
    const clock = createFakeClock();
    const at: number[] = [];
    const loop = repeat(() => (at.push(clock.monotonicMs()), sleep(clock, 250)), {
      clock,
      everyMs: 100,
      onError: () => {},
    });
    await clock.advance(1000);
    expect(at).toEqual([100, 450, 800]);
    await clock.advance(100);
    await loop.close();
  });

  it("begins at once when it is woken, and once more after the pass it was woken in", async () => {
    const clock = createFakeClock();
    const at: number[] = [];
    const loop = repeat(() => (at.push(clock.monotonicMs()), sleep(clock, 20)), {
      clock,
      everyMs: 1000,
      onError: () => {},
    });
    loop.wake();
    loop.wake();
    loop.wake();
    await clock.advance(500);
    expect(at).toEqual([0, 20]);
    await clock.advance(1000);
    expect(at).toEqual([0, 20, 1040]);
    await loop.close();
  });

  it("reports a pass that rejects, and goes on", async () => {
    const clock = createFakeClock();
    const errors: unknown[] = [];
    const loop = repeat(() => Promise.reject(new Error("Not now")), {
      clock,
      everyMs: 100,
      onError: (error) => errors.push(error),
    });
    await clock.advance(250);
    expect(errors).toHaveLength(2);
    await loop.close();
  });

  it("aborts the pass under way when it is closed, waits for it and reports nothing of it", async () => {
    const clock = createFakeClock();
    const errors: unknown[] = [];
    let hasEnded = false;
    const loop = repeat(
      async (signal) => {
        await sleep(clock, 10_000, signal);
        hasEnded = true;
        throw new Error("Closed");
      },
      { clock, everyMs: 10, onError: (error) => errors.push(error) },
    );
    await clock.advance(20);
    await loop.close();
    loop.wake();
    await clock.advance(100);
    expect([hasEnded, errors, clock.pending]).toEqual([true, [], 0]);
  });
});
