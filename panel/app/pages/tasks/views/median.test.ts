import fc from "fast-check";
import { expect, it } from "vitest";
import { median } from "./median.ts";

it.each([
  [[], null],
  [[7], 7],
  [[9, 1], 5],
  [[3, 100, 2], 3],
])("median(%j) is %j", (values, expected) => {
  expect(median(values)).toBe(expected);
});

it("as many values are at most the median as are at least that", () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 30 }), (values) => {
      const middle = median(values) ?? Number.NaN;
      const half = values.length / 2;
      expect(values.filter((value) => value <= middle).length).toBeGreaterThanOrEqual(half);
      expect(values.filter((value) => value >= middle).length).toBeGreaterThanOrEqual(half);
    }),
  );
});
