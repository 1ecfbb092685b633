import { describe, expect, it } from "vitest";
import { repeat } from "../base/repeat.ts";
import { createFakeClock } from "./fake-clock.ts";

const AN_HOUR_MS = 60 * 60 * 1000;

/** Counts the calls of work that looks again every second. */
function looks(clock: ReturnType<typeof createFakeClock>): { readonly at: number[]; close(): Promise<void> } {
  const at: number[] = [];
  const options = { clock, everyMs: 1000, slackMs: Infinity, onError: () => {} };
  const { close } = repeat(async () => void at.push(clock.monotonicMs()), options);
  return { at, close };
}

describe("createFakeClock()", () => {
  it.each([
    ["ten minutes", 600, {}],
    ["as long as it is told to", 5, { exactMs: 5000 }],
  ])("calls every timer at its own time over %s", async (_, seconds, options) => {
    const clock = createFakeClock("2026-01-01T00:00:00Z", options);
    const { at, close } = looks(clock);
    await clock.advance((seconds + 60) * 1000);
    const exact = Array.from({ length: seconds }, (_step, index) => (index + 1) * 1000);
    expect(at.slice(0, seconds)).toEqual(exact);
    expect(at[seconds]).toBeGreaterThan((seconds + 1) * 1000);
    await close();
  });

  it("lets work that looks again and again come late by three times as long as nothing has happened", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    await clock.advance(30 * 24 * AN_HOUR_MS);
    const idle = at.slice(600);
    for (const [index, ms] of idle.entries()) {
      const beforeMs = at[600 + index - 1]!;
      expect(ms - beforeMs).toBeLessThanOrEqual(1000 + 3 * beforeMs);
    }
    expect(idle).toHaveLength(7);
    expect(clock.monotonicMs()).toBe(30 * 24 * AN_HOUR_MS);
    await close();
  });

  it("looks soon again when something happens, and less and less often after it", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    const eventMs = 5.5 * AN_HOUR_MS;
    clock.setTimer(() => {}, eventMs);
    await clock.advance(24 * AN_HOUR_MS);
    const after = at.filter((ms) => ms > eventMs).map((ms) => (ms - eventMs) / 1000);
    expect(after.slice(0, 5)).toEqual([1, 5, 21, 85, 341]);
    await close();
  });

  it("makes fewer than ten looks for each run of a daily job", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    const { close: stopRuns } = repeat(async () => {}, {
      clock,
      everyMs: 24 * AN_HOUR_MS,
      onError: () => {},
    });
    await clock.advance(30 * 24 * AN_HOUR_MS);
    expect(at.length - 600).toBeLessThan(30 * 10);
    await Promise.all([close(), stopRuns()]);
  });

  it("calls nothing later than its slack allows, nor before what was due first", async () => {
    const clock = createFakeClock();
    const { close } = looks(clock);
    const order: string[] = [];
    const note = (name: string) => () => void order.push(`${name} ${clock.monotonicMs() / AN_HOUR_MS}`);
    clock.setTimer(note("patient"), 2 * AN_HOUR_MS, { slackMs: AN_HOUR_MS / 4 });
    clock.setTimer(note("exact"), 2.125 * AN_HOUR_MS);
    clock.setTimer(note("late"), 3 * AN_HOUR_MS, { slackMs: AN_HOUR_MS / 4 });
    await clock.advance(4 * AN_HOUR_MS);
    expect(order).toEqual(["patient 2.125", "exact 2.125", "late 3.25"]);
    await close();
  });
});
