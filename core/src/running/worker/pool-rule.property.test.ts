import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextPoolSize, type PoolReading, type PoolRule } from "./pool-rule.ts";

const RULE: PoolRule = { min: 2, max: 16, targetCpu: 0.8, targetMemoryBytes: null };
const full = (cpu: number | null, running: number): PoolReading => ({
  cpu,
  memoryBytes: null,
  running,
  wasFull: true,
});

const rules: fc.Arbitrary<PoolRule> = fc
  .tuple(
    fc.integer({ min: 1, max: 20 }),
    fc.integer({ min: 0, max: 50 }),
    fc.double({ min: 0.05, max: 1, noNaN: true }),
    fc.option(fc.integer({ min: 1, max: 1000 })),
  )
  .map(([min, more, targetCpu, targetMemoryBytes]) => ({
    min,
    max: min + more,
    targetCpu,
    targetMemoryBytes,
  }));
const readings: fc.Arbitrary<PoolReading> = fc.record({
  cpu: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  memoryBytes: fc.option(fc.integer({ min: 0, max: 2000 })),
  running: fc.integer({ min: 0, max: 100 }),
  wasFull: fc.boolean(),
});

/** Sizes where each run uses a share of the processors and there is always another one to take. */
function sizesUnder(rule: PoolRule, share: number, steps: number): readonly number[] {
  let size = rule.min;
  return Array.from({ length: steps }, () => {
    size = nextPoolSize(rule, size, full(Math.min(1, size * share), size));
    return size;
  });
}

describe("nextPoolSize()", () => {
  test.each([
    ["one more where all are taken and there is time", 4, full(0.4, 4), 5],
    ["as many where not all were taken", 4, { ...full(0.1, 1), wasFull: false }, 4],
    ["as many where one more would be too many", 4, full(0.7, 4), 4],
    ["one fewer above the target", 4, full(0.9, 4), 3],
    ["no fewer than its least", 2, full(1, 2), 2],
    ["no more than its most", 16, full(0.1, 16), 16],
    ["as many while more run than there are places", 4, full(0.1, 6), 4],
    ["as many where the runtime does not say", 4, full(null, 4), 4],
  ] as const)("gives %s", (_, size, reading, next) => {
    expect(nextPoolSize(RULE, size, reading)).toBe(next);
  });

  test("gives one fewer above the target of memory, and none more close to it", () => {
    const rule = { ...RULE, targetMemoryBytes: 1000 };
    const at = (memoryBytes: number | null): number =>
      nextPoolSize(rule, 4, { ...full(0.1, 4), memoryBytes });
    expect([at(1001), at(999), at(500), at(null)]).toEqual([3, 4, 5, 4]);
  });

  test("stays within its bounds and changes by one at most", () => {
    fc.assert(
      fc.property(rules, fc.array(readings, { maxLength: 100 }), (rule, list) => {
        let size = rule.min;
        for (const reading of list) {
          const next = nextPoolSize(rule, size, reading);
          expect(Math.abs(next - size)).toBeLessThanOrEqual(1);
          expect(next >= rule.min && next <= rule.max).toBe(true);
          size = next;
        }
      }),
    );
  });

  test("never gives more for a higher load", () => {
    fc.assert(
      fc.property(rules, readings, fc.double({ min: 0, max: 1, noNaN: true }), (rule, reading, more) => {
        if (reading.cpu === null) return;
        for (let size = rule.min; size <= rule.max; size += 1)
          expect(
            nextPoolSize(rule, size, { ...reading, cpu: Math.min(1, reading.cpu + more) }),
          ).toBeLessThanOrEqual(nextPoolSize(rule, size, reading));
      }),
    );
  });

  test("settles where the load follows the number of runs, and not above the target but with its least", () => {
    fc.assert(
      fc.property(rules, fc.double({ min: 0.001, max: 1, noNaN: true }), (given, share) => {
        const rule = { ...given, targetMemoryBytes: null };
        const sizes = sizesUnder(rule, share, 200);
        const last = sizes.at(-1) ?? 0;
        expect(new Set(sizes.slice(100)).size).toBe(1);
        expect(last === rule.min || last * share <= rule.targetCpu).toBe(true);
        const wanted = (last + 1) * share <= rule.targetCpu * 0.95 - 1e-9;
        expect(last === rule.max || !wanted).toBe(true);
      }),
    );
  });
});
