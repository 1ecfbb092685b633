import { expect, it } from "vitest";
import { withUsage } from "./with-usage.ts";
import { UsageOfParts } from "../../work/usage-of-parts.ts";
import { reportProgress } from "./transitions.ts";

const attempt = { tenant: "default", id: "run", attempt: 2, worker: "one", claim: "claim" };
const at = new Date(0);
const change = reportProgress(attempt, at, { fraction: 1, message: null, at });

it("withUsage() keeps what was measured, in whole numbers that can be", () => {
  expect(withUsage(change, 2, { cpuMs: 10.6, peakMemoryBytes: 5 }).set).toMatchObject({
    usage: { attempt: 2, cpuMs: 11, peakMemoryBytes: 5 },
    usageSeries: null,
  });
  const hostile = { cpuMs: Number.MAX_VALUE, peakMemoryBytes: -1 };
  expect(withUsage(change, 1, hostile).set.usage).toEqual({
    attempt: 1,
    cpuMs: 3_153_600_000_000,
    peakMemoryBytes: 0,
  });
  const half = { cpuMs: Number.NaN, peakMemoryBytes: 7 };
  expect(withUsage(change, 1, half).set.usage).toEqual({ attempt: 1, cpuMs: null, peakMemoryBytes: 7 });
});

it("withUsage() leaves a change as it is where nothing was measured", () => {
  expect(withUsage(change, 2, null)).toBe(change);
  expect(withUsage(change, 2, { cpuMs: null, peakMemoryBytes: Number.POSITIVE_INFINITY })).toBe(change);
});

it("parts that run one after the other add up their time, and the largest has their memory", () => {
  const noted: unknown[] = [];
  const parts = new UsageOfParts((usage) => noted.push(usage));
  const first = parts.begin();
  first({ cpuMs: 5, peakMemoryBytes: 30 });
  first({ cpuMs: 10, peakMemoryBytes: 40 });
  parts.begin();
  parts.begin()({ cpuMs: 7, peakMemoryBytes: null });
  expect(noted.at(-1)).toEqual({ cpuMs: 17, peakMemoryBytes: 40 });
});
