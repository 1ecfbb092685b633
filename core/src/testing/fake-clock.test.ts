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
  it("calls every timer at its own time over ten minutes", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    await clock.advance(10 * 60 * 1000);
    expect(at).toEqual(Array.from({ length: 600 }, (_, index) => (index + 1) * 1000));
    await close();
  });

  it("lets work that looks again and again look once an hour where nothing else happens", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    await clock.advance(24 * AN_HOUR_MS);
    expect(at).toHaveLength(600 + 24);
    expect(Math.max(...at.map((ms, index) => ms - (at[index - 1] ?? 0)))).toBe(AN_HOUR_MS);
    expect(clock.monotonicMs()).toBe(24 * AN_HOUR_MS);
    await close();
  });

  it("goes back to every timer's own time when something happens", async () => {
    const clock = createFakeClock();
    const { at, close } = looks(clock);
    const eventMs = 5.5 * AN_HOUR_MS;
    clock.setTimer(() => {}, eventMs);
    await clock.advance(24 * AN_HOUR_MS);
    expect(at.filter((ms) => ms > eventMs && ms < eventMs + AN_HOUR_MS / 10)).toHaveLength(360 - 1);
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
