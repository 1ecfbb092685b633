import { describe, expect, it } from "vitest";
import type { Clock } from "./clock.ts";
import { Breath } from "./breath.ts";

/** A clock whose turns of the event loop are made by hand. */
function handClock() {
  let nowMs = 0;
  let waiting: (() => void)[] = [];
  const clock: Clock = {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    setTimer: () => ({ cancel: () => {} }),
    nextTurn: (callback) => void waiting.push(callback),
  };
  return {
    clock,
    work: (ms: number) => (nowMs += ms),
    turn: () => {
      const due = waiting;
      waiting = [];
      for (const callback of due) callback();
    },
    waiting: () => waiting.length,
  };
}

async function isHeld(breath: Breath): Promise<boolean> {
  const outcome = await Promise.race([
    breath.take().then(() => "passed"),
    new Promise<string>((resolve) => void setImmediate(() => resolve("held"))),
  ]);
  return outcome === "held";
}

describe("Breath", () => {
  it("passes at once for the first 8 ms of a stretch of work", async () => {
    const hand = handClock();
    const breath = new Breath(hand.clock);
    expect(await isHeld(breath)).toBe(false);
    hand.work(8);
    expect(await isHeld(breath)).toBe(false);
  });

  it("waits for a turn of the event loop when a stretch takes longer", async () => {
    const hand = handClock();
    const breath = new Breath(hand.clock);
    await breath.take();
    hand.work(9);
    const taken = breath.take();
    expect(await isHeld(breath)).toBe(true);
    hand.turn();
    await taken;
    expect(await isHeld(breath)).toBe(false);
  });

  it("measures a new stretch after each turn", async () => {
    const hand = handClock();
    const breath = new Breath(hand.clock);
    for (let stretch = 0; stretch < 5; stretch += 1) {
      expect(await isHeld(breath)).toBe(false);
      hand.work(6);
      hand.turn();
    }
  });

  it("asks nothing of an event loop nobody works in", async () => {
    const hand = handClock();
    const breath = new Breath(hand.clock);
    expect(hand.waiting()).toBe(0);
    await breath.take();
    hand.turn();
    hand.work(1000);
    expect(hand.waiting()).toBe(0);
  });
});
