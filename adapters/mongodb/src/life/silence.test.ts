import { describe, expect, it } from "vitest";
import { EventLoopBeacon } from "./event-loop-beacon.ts";
import { Silence } from "./silence.ts";

const WALL = Date.parse("2026-03-02T10:00:00Z");
const FROM_MS = 4000;

function aLoop(): { readonly sign: EventLoopBeacon; readonly silence: Silence } {
  const sign = new EventLoopBeacon();
  // As in the thread, which is given the memory alone.
  return { sign, silence: new Silence(new EventLoopBeacon(sign.memory)) };
}

describe("Silence", () => {
  it("says nothing of a loop that never turned", () => {
    expect(aLoop().silence.aliveAt(100_000, FROM_MS)).toBeNull();
  });

  it("says nothing as long as the loop turns", () => {
    const { sign, silence } = aLoop();
    for (let ms = 0; ms <= 60_000; ms += 3000) {
      sign.turned(new Date(WALL + ms), 60_000);
      expect(silence.aliveAt(ms, FROM_MS)).toBeNull();
    }
  });

  it("gives the loop's own time while the loop is silent, for as long as it may be", () => {
    const { sign, silence } = aLoop();
    sign.turned(new Date(WALL), 16_000);
    expect(silence.aliveAt(500, FROM_MS)).toBeNull();
    expect(silence.aliveAt(4499, FROM_MS)).toBeNull();
    expect(silence.aliveAt(4500, FROM_MS)).toEqual(new Date(WALL + 4000));
    expect(silence.aliveAt(16_500, FROM_MS)).toEqual(new Date(WALL + 16_000));
    expect(silence.aliveAt(16_501, FROM_MS)).toBeNull();
    sign.turned(new Date(WALL + 17_000), 16_000);
    expect(silence.aliveAt(17_000, FROM_MS)).toBeNull();
    expect(silence.aliveAt(21_000, FROM_MS)).toEqual(new Date(WALL + 21_000));
  });

  it("gives a loop longer for an attempt that begins, and never less", () => {
    const { sign, silence } = aLoop();
    sign.turned(new Date(WALL), 10_000);
    sign.allow(90_000);
    sign.allow(5);
    expect(silence.aliveAt(0, FROM_MS)).toBeNull();
    expect(silence.aliveAt(89_000, FROM_MS)).not.toBeNull();
    expect(silence.aliveAt(120_000, FROM_MS)).toBeNull();
    sign.turned(new Date(WALL), 10_000);
    expect(silence.aliveAt(120_000, FROM_MS)).toBeNull();
    expect(silence.aliveAt(131_000, FROM_MS)).toBeNull();
  });

  it("finds leases that nobody prolonged for so long, whenever the loop turned last", () => {
    const { sign, silence } = aLoop();
    sign.turned(new Date(WALL), 16_000);
    expect(silence.leavesLeases(0, FROM_MS)).toBe(false);
    expect(silence.leavesLeases(10_000, FROM_MS)).toBe(false);
    sign.renewed();
    expect(silence.leavesLeases(10_000, FROM_MS)).toBe(false);
    sign.turned(new Date(WALL + 13_000), 16_000);
    expect(silence.leavesLeases(13_000, FROM_MS)).toBe(false);
    expect(silence.leavesLeases(14_000, FROM_MS)).toBe(true);
    sign.renewed();
    expect(silence.leavesLeases(14_500, FROM_MS)).toBe(false);
    expect(silence.leavesLeases(29_000, FROM_MS)).toBe(true);
    // The loop is silent for longer than it may be: the lease is left to another process.
    expect(silence.leavesLeases(29_001, FROM_MS)).toBe(false);
  });
});
