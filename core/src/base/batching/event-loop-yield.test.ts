import { describe, expect, it } from "vitest";
import type { Clock } from "../clock.ts";
import { EventLoopYield } from "./event-loop-yield.ts";

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

async function isHeld(loopYield: EventLoopYield): Promise<boolean> {
  const outcome = await Promise.race([
    loopYield.take().then(() => "passed"),
    new Promise<string>((resolve) => void setImmediate(() => resolve("held"))),
  ]);
  return outcome === "held";
}

describe("EventLoopYield", () => {
  it("passes at once for the first 8 ms of a stretch of work", async () => {
    const hand = handClock();
    const loopYield = new EventLoopYield(hand.clock);
    expect(await isHeld(loopYield)).toBe(false);
    hand.work(8);
    expect(await isHeld(loopYield)).toBe(false);
  });

  it("waits for a turn of the event loop when a stretch takes longer", async () => {
    const hand = handClock();
    const loopYield = new EventLoopYield(hand.clock);
    await loopYield.take();
    hand.work(9);
    const taken = loopYield.take();
    expect(await isHeld(loopYield)).toBe(true);
    hand.turn();
    await taken;
    expect(await isHeld(loopYield)).toBe(false);
  });

  it("measures a new stretch after each turn", async () => {
    const hand = handClock();
    const loopYield = new EventLoopYield(hand.clock);
    for (let stretch = 0; stretch < 5; stretch += 1) {
      expect(await isHeld(loopYield)).toBe(false);
      hand.work(6);
      hand.turn();
    }
  });

  it("asks nothing of an idle event loop", async () => {
    const hand = handClock();
    const loopYield = new EventLoopYield(hand.clock);
    expect(hand.waiting()).toBe(0);
    await loopYield.take();
    hand.turn();
    hand.work(1000);
    expect(hand.waiting()).toBe(0);
  });
});
