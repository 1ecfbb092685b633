import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RetryGrowth } from "../option/value/retry-backoff.ts";
import { retryWaitMs } from "./retry-wait.ts";

const constant = { growth: RetryGrowth.Constant, maxMs: 3_600_000, jitterPercent: 0 };
const exponential = { ...constant, growth: RetryGrowth.Exponential };

function waits(
  retryIntervalMs: number,
  retryBackoff: typeof exponential | typeof constant,
  count = 5,
): number[] {
  return Array.from({ length: count }, (_, index) =>
    retryWaitMs({ retryIntervalMs, retryBackoff }, { id: "run-1", attempt: index + 1 }),
  );
}

describe("retryWaitMs()", () => {
  test("is the interval each time", () => {
    expect(waits(1500, constant)).toEqual([1500, 1500, 1500, 1500, 1500]);
  });

  test("doubles up to the longest wait", () => {
    expect(waits(1000, { ...exponential, maxMs: 5000 })).toEqual([1000, 2000, 4000, 5000, 5000]);
  });

  test("is never cut below the interval that was asked for", () => {
    expect(waits(7_200_000, constant, 1)).toEqual([7_200_000]);
    expect(waits(7_200_000, exponential, 3)).toEqual([7_200_000, 7_200_000, 7_200_000]);
  });

  test("stays at once where there is no interval", () => {
    expect(waits(0, { ...exponential, jitterPercent: 50 })).toEqual([0, 0, 0, 0, 0]);
  });

  test("stays finite after very many attempts", () => {
    const wait = retryWaitMs(
      { retryIntervalMs: 1000, retryBackoff: exponential },
      { id: "a", attempt: 1001 },
    );
    expect(wait).toBe(3_600_000);
  });

  test("is shortened by its part at most, and the same when asked again", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 1001 }),
        fc.integer({ min: 0, max: 100 }),
        (id, attempt, jitterPercent) => {
          const options = { retryIntervalMs: 10_000, retryBackoff: { ...constant, jitterPercent } };
          const wait = retryWaitMs(options, { id, attempt });
          expect(wait).toBeLessThanOrEqual(10_000);
          expect(wait).toBeGreaterThanOrEqual(10_000 * (1 - jitterPercent / 100) - 1);
          expect(retryWaitMs(options, { id, attempt })).toBe(wait);
        },
      ),
    );
  });

  test("spreads runs that failed together over the whole of it", () => {
    const options = { retryIntervalMs: 10_000, retryBackoff: { ...constant, jitterPercent: 100 } };
    const tenths = new Map<number, number>();
    for (let run = 0; run < 10_000; run += 1) {
      const tenth = Math.min(
        9,
        Math.floor(retryWaitMs(options, { id: `mail.send@${run}`, attempt: 1 }) / 1000),
      );
      tenths.set(tenth, (tenths.get(tenth) ?? 0) + 1);
    }
    expect(tenths.size).toBe(10);
    for (const count of tenths.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
