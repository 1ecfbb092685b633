import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Begins, grant, type Rate, rateOf, without } from "./rate.ts";

/** Asks for begins at these times and returns the instants at which some were granted. */
function run(rate: Rate, asks: readonly (readonly [atMs: number, wanted: number])[]): number[] {
  const times: number[] = [];
  let begins: Begins = [];
  for (const [atMs, wanted] of asks) {
    const answer = grant(begins, rate, atMs, wanted);
    begins = answer.begins;
    for (let index = 0; index < answer.granted; index += 1) times.push(atMs);
  }
  return times;
}

function mostWithin(times: readonly number[], perMs: number): number {
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + perMs).length));
}

const asks = fc.array(fc.tuple(fc.nat(400), fc.integer({ min: 1, max: 6 })), { maxLength: 60 });
const limits = fc.record({
  max: fc.integer({ min: 1, max: 60 }),
  perMs: fc.integer({ min: 100, max: 3000 }),
});

describe("grant()", () => {
  test("never grants more than the number within any window, burst or smooth, however they are asked for", () => {
    fc.assert(
      fc.property(
        limits,
        fc.constantFrom("burst" as const, "smooth" as const),
        asks,
        (limit, spread, steps) => {
          const rate = rateOf({ ...limit, spread }) as Rate;
          let now = 0;
          const times = run(
            rate,
            steps.map(([waitMs, wanted]) => [(now += waitMs), wanted] as const),
          );
          expect(mostWithin(times, rate.perMs)).toBeLessThanOrEqual(rate.max);
          expect(mostWithin(times, limit.perMs)).toBeLessThanOrEqual(limit.max);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("grants another after the time it names, and none before", () => {
    fc.assert(
      fc.property(limits, fc.nat(5000), (rate, startMs) => {
        const full = grant([], rate, startMs, rate.max);
        expect(full.granted).toBe(rate.max);
        const next = startMs + full.freeInMs;
        expect(grant(full.begins, rate, startMs + rate.perMs - 1, 1).granted).toBe(0);
        expect(grant(full.begins, rate, next, 1).granted).toBe(1);
        // Instants are rounded up to a hundredth of the window.
        expect(full.freeInMs).toBeLessThanOrEqual(Math.ceil(rate.perMs * 1.01) + 1);
      }),
      // Its begin is counted at 2913.0000000000005, which is 1942 before 4855 or just after, as one computes it.
      { examples: [[{ max: 1, perMs: 1942 }, 2894]] },
    );
  });

  test("keeps no more than a hundred numbers for whatever rate", () => {
    const rate: Rate = { max: 100_000, perMs: 60_000 };
    let begins: Begins = [];
    for (let atMs = 0; atMs < 200_000; atMs += 7) begins = grant(begins, rate, atMs, 3).begins;
    expect(begins.length).toBeLessThanOrEqual(102);
  });

  test("counts what a clock that was set back has before it", () => {
    const rate: Rate = { max: 2, perMs: 1000 };
    const { begins } = grant([], rate, 10_000, 2);
    expect(grant(begins, rate, 5000, 1).granted).toBe(0);
  });

  test("gives back what did not begin", () => {
    const rate: Rate = { max: 3, perMs: 1000 };
    const first = grant([], rate, 0, 3);
    expect(grant(first.begins, rate, 1, 3).granted).toBe(0);
    expect(grant(without(first.begins, first.atMs, 2), rate, 1, 3).granted).toBe(2);
  });
});

describe("rateOf()", () => {
  test.each([
    [{ max: null, perMs: 1000, spread: "smooth" }, null],
    [
      { max: 5, perMs: 1000, spread: "burst" },
      { max: 5, perMs: 1000 },
    ],
    [
      { max: 5, perMs: 1000, spread: "smooth" },
      { max: 1, perMs: 200 },
    ],
    [
      { max: 1, perMs: 1000, spread: "smooth" },
      { max: 1, perMs: 1000 },
    ],
    [
      { max: 1000, perMs: 1000, spread: "smooth" },
      { max: 50, perMs: 50 },
    ],
    [
      { max: 3600, perMs: 3_600_000, spread: "smooth" },
      { max: 1, perMs: 1000 },
    ],
  ] as const)("of %j is %j", (options, expected) => {
    expect(rateOf(options)).toEqual(expected);
  });
});
