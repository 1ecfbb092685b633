import { describe, expect, it } from "vitest";
import type { Clock } from "../clock.ts";
import { LoopTurns, runAtOnce } from "./loop-turns.ts";

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
    work: (ms: number) => void (nowMs += ms),
    async turn() {
      const due = waiting;
      waiting = [];
      for (const callback of due) callback();
      for (let microtasks = 0; microtasks < 10; microtasks += 1) await Promise.resolve();
    },
    asked: () => waiting.length,
  };
}

describe("LoopTurns", () => {
  it("lets work go on at once for the first 8 ms of a turn", async () => {
    const hand = handClock();
    const turns = LoopTurns.of(hand.clock);
    expect(turns.take()).toBeNull();
    hand.work(8);
    expect(turns.take()).toBeNull();
    hand.work(1);
    expect(turns.take()).not.toBeNull();
  });

  it("gives each of the callers that wait a turn of its own, in their order", async () => {
    const hand = handClock();
    const turns = LoopTurns.of(hand.clock);
    const done: string[] = [];
    const caller = async (name: string): Promise<void> => {
      for (let stretch = 1; stretch <= 2; stretch += 1) {
        const turn = turns.take();
        if (turn !== null) await turn;
        done.push(`${name}${stretch}`);
        hand.work(30);
      }
    };
    const callers = ["a", "b", "c"].map(caller);
    const seen: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      seen.push(done.splice(0).join(" "));
      await hand.turn();
    }
    await Promise.all(callers);
    expect(seen).toEqual(["a1", "a2", "b1", "c1", "b2", "c2"]);
  });

  it("does in one turn as much short work as it has time for, in the order of asking", async () => {
    const hand = handClock();
    const turns = LoopTurns.of(hand.clock);
    const done: number[] = [];
    void turns.take();
    hand.work(9);
    const waiting = Array.from({ length: 12 }, async (_, name) =>
      turns.inTurn(() => {
        done.push(name);
        hand.work(2);
        return name;
      }),
    );
    expect(done).toEqual([]);
    await hand.turn();
    expect(done).toEqual([0, 1, 2, 3, 4]);
    await hand.turn();
    await hand.turn();
    expect(await Promise.all(waiting)).toEqual(done);
  });

  it("gives what was thrown to the caller alone, and goes on with the others", async () => {
    const hand = handClock();
    const turns = LoopTurns.of(hand.clock);
    void turns.take();
    hand.work(9);
    const failing = turns.inTurn(() => {
      throw new Error("Broken");
    });
    const other = turns.inTurn(() => "done");
    await hand.turn();
    await expect(failing).rejects.toThrow("Broken");
    expect(await other).toBe("done");
  });

  it("gives the work of a tenant every second turn, however much of another one waits", async () => {
    const hand = handClock();
    const done: string[] = [];
    const caller = async (tenant: string): Promise<void> => {
      for (let stretch = 1; stretch <= 3; stretch += 1) {
        const turn = LoopTurns.of(hand.clock, tenant).take();
        if (turn !== null) await turn;
        done.push(tenant);
        hand.work(30);
      }
    };
    const many = Array.from({ length: 20 }, () => caller("much"));
    const one = caller("little");
    for (let turn = 0; turn < 6; turn += 1) await hand.turn();
    expect(done).toEqual(["much", "much", "little", "much", "little", "much", "little"]);
    await one;
    while (done.length < 63) await hand.turn();
    await Promise.all(many);
  });

  it("is one for all that work by the same clock", () => {
    const { clock, work } = handClock();
    expect(LoopTurns.of(clock, "a").take()).toBeNull();
    work(30);
    expect(LoopTurns.of(clock, "b").take()).not.toBeNull();
    expect(LoopTurns.of(handClock().clock, "b").take()).toBeNull();
  });

  it("asks nothing of an idle event loop", async () => {
    const hand = handClock();
    void LoopTurns.of(hand.clock).take();
    await hand.turn();
    hand.work(1000);
    expect(hand.asked()).toBe(0);
  });

  it("runs work that yields in stretches, and ends it for a caller that has left", async () => {
    const hand = handClock();
    const steps: number[] = [];
    function* work(): Generator<void, string> {
      for (let step = 0; step < 4; step += 1) {
        steps.push(step);
        hand.work(5);
        yield;
      }
      return "done";
    }
    const client = new AbortController();
    const running = LoopTurns.of(hand.clock).run(work(), client.signal);
    await hand.turn();
    expect(steps).toEqual([0, 1, 2, 3]);
    client.abort(new Error("Left"));
    await hand.turn();
    await hand.turn();
    await expect(running).rejects.toThrow("Left");
    expect(runAtOnce(work())).toBe("done");
  });
});
