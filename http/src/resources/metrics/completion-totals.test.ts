import type { CompletionMinute } from "@mojob/core/ports";
import { expect, it } from "vitest";
import { CompletionTotals } from "./completion-totals.ts";

const START = Date.parse("2026-01-01T00:00:30Z");
const MINUTE_MS = 60_000;

const at = (minutes: number): Date => new Date(START + minutes * MINUTE_MS);
const minute = (minutes: number, succeeded: number): CompletionMinute => ({
  at: new Date(Math.floor(at(minutes).getTime() / MINUTE_MS) * MINUTE_MS),
  succeeded,
  terminated: 1,
  cancelled: 0,
  skipped: 0,
});

it("totals never shrink while minutes leave the store's hour, and count each minute once", () => {
  const totals = new CompletionTotals(at(0));
  let last = 0;
  for (let now = 0; now < 300; now += 1) {
    const oldest = Math.max(0, now - 60);
    const hour = Array.from({ length: now - oldest + 1 }, (_, index) => minute(oldest + index, 2));
    const { succeeded, terminated } = totals.update(hour, at(now));
    expect(succeeded).toBeGreaterThanOrEqual(last);
    expect({ succeeded, terminated }).toEqual({ succeeded: 2 * (now + 1), terminated: now + 1 });
    last = succeeded;
  }
});

it("a minute that goes on growing is counted as it stands last", () => {
  const totals = new CompletionTotals(at(0));
  expect(totals.update([minute(0, 1)], at(0)).succeeded).toBe(1);
  expect(totals.update([minute(0, 5)], at(0)).succeeded).toBe(5);
});

it("what ended before it was made is not counted", () => {
  const totals = new CompletionTotals(at(0));
  expect(totals.update([minute(-1, 9), minute(0, 1)], at(0)).succeeded).toBe(1);
});
