import fc from "fast-check";
import { expect, it } from "vitest";
import type { NodeRow } from "./node-rows.ts";
import { placeOf, scaleOf, ticksOf } from "./time-scale.ts";

const row = (...spans: readonly (readonly [number, number | null])[]): NodeRow =>
  ({ times: { spans: spans.map(([fromMs, untilMs]) => ({ fromMs, untilMs })) } }) as unknown as NodeRow;

it("scaleOf() goes from the first begin to the last end, or until now", () => {
  expect(scaleOf([row([5, 9]), row([3, 4], [6, 7])], 100)).toEqual({ fromMs: 3, untilMs: 9 });
  expect(scaleOf([row([5, null])], 100)).toEqual({ fromMs: 5, untilMs: 100 });
  expect(scaleOf([row()], 100)).toBeNull();
  expect(placeOf({ fromMs: 10, untilMs: 20 }, 15)).toBe(0.5);
});

it("ticksOf() are few, begin at nothing and stay within", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 * 86_400_000 }), (length) => {
      const ticks = ticksOf({ fromMs: 0, untilMs: length });
      expect(ticks[0]).toBe(0);
      expect(ticks.length).toBeLessThanOrEqual(8);
      expect(Math.max(...ticks)).toBeLessThanOrEqual(length);
    }),
  );
  expect(ticksOf({ fromMs: 0, untilMs: 29_000 })).toEqual([0, 5000, 10_000, 15_000, 20_000, 25_000]);
});
