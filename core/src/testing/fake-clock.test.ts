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
    ["five seconds", 5, {}],
    ["as long as it is told to", 600, { exactMs: 600_000 }],
  ])("calls every timer at its own time over %s", async (_, seconds, options) => {
    const clock = createFakeClock("2026-01-01T00:00:00Z", options);
    const { at, close } = looks(clock);
    await clock.advance(seconds * 1000);
    expect(at).toEqual(Array.from({ length: seconds }, (_step, index) => (index + 1) * 1000));
    await close();
  });

  it("goes on in steps as long as nothing has happened by then", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    await clock.advance(100_000);
    expect(at.map((ms) => ms / 1000)).toEqual([1, 2, 3, 4, 5, 10, 20, 40, 80, 100]);
    await close();
  });

  it("lets work that looks again and again look once in six hours where nothing else happens", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    await clock.advance(48 * AN_HOUR_MS);
    expect(Math.max(...at.map((ms, index) => ms - (at[index - 1] ?? 0)))).toBe(6 * AN_HOUR_MS);
    expect(at.length).toBeLessThan(30);
    expect(clock.monotonicMs()).toBe(48 * AN_HOUR_MS);
    await close();
  });

  it("goes back to every timer's own time when something happens", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    const eventMs = 5.5 * AN_HOUR_MS;
    clock.setTimer(() => {}, eventMs);
    await clock.advance(24 * AN_HOUR_MS);
    const after = at.filter((ms) => ms > eventMs).map((ms) => ms - eventMs);
    expect(after.slice(0, 5).every((ms, index) => ms - (after[index - 1] ?? 0) <= 1000)).toBe(true);
    await close();
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
