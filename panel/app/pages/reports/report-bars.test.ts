import { expect, it } from "vitest";
import { barOf, reportBars } from "./report-bars.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.parse("2026-11-01T00:00:00.000Z");
const at = (hour: number): string => new Date(START_MS + hour * HOUR_MS).toISOString();
const spread = { count: 0, meanMs: null, p50Ms: null, p95Ms: null, maxMs: null };
const bucket = (hour: number) => ({
  at: at(hour),
  runs: 4,
  succeeded: 1,
  terminated: 1,
  cancelled: 1,
  skipped: 1,
  successRate: 0.5,
  retries: 0,
  workMs: 0,
  cpuMs: null,
  peakMemoryBytes: null,
  duration: spread,
  wait: spread,
  lateness: spread,
});
const report = (hours: number) => ({
  buckets: Array.from({ length: hours }, (_, hour) => bucket(hour)),
  to: at(hours),
});

it("reportBars() shows each hour of a day by itself, and ends with the report", () => {
  const bars = reportBars(report(24));
  expect(bars).toHaveLength(24);
  expect(bars.at(-1)).toEqual({
    from: at(23),
    to: at(24),
    runs: 4,
    succeeded: 1,
    terminated: 1,
    cancelled: 1,
    skipped: 1,
  });
});

it("reportBars() adds the hours of a week up, so that no more than sixty bars are shown and no run is lost", () => {
  const bars = reportBars(report(170));
  expect(bars).toHaveLength(57);
  expect(bars[0]).toMatchObject({ from: at(0), to: at(3), runs: 12, terminated: 3 });
  expect(bars.at(-1)).toMatchObject({ from: at(168), to: at(170), runs: 8 });
  expect(bars.reduce((sum, { runs }) => sum + runs, 0)).toBe(170 * 4);
});

it("barOf() finds the bar that an instant is in, and none before the first", () => {
  const bars = reportBars(report(170));
  expect(barOf(bars, at(0))).toBe(0);
  expect(barOf(bars, at(4))).toBe(1);
  expect(barOf(bars, at(169.9))).toBe(56);
  expect(barOf(bars, at(-1))).toBe(-1);
});
