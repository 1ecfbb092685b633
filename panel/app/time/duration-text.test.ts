import fc from "fast-check";
import { expect, it } from "vitest";
import { durationText, parseDuration } from "./duration-text.ts";

it.each([
  [0, "0s"],
  [250, "250ms"],
  [600_000, "10m"],
  [5_400_000, "1h 30m"],
  [90_061_001, "1d 1h 1m 1s 1ms"],
])("durationText() writes %d ms as %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});

it.each([
  ["10m", 600_000],
  ["10 min", 600_000],
  [" 1H30M ", 5_400_000],
  ["1.5h", 5_400_000],
  ["1小时30分钟", 5_400_000],
  ["0", 0],
])("parseDuration() reads %j", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

it.each(["", "10", "m", "10x", "1h 30", "-5s", "0.0001ms", "1e9d", "10m!"])(
  "parseDuration() does not guess what %j means",
  (text) => {
    expect(parseDuration(text)).toBe(null);
  },
);

it("parseDuration() reads what durationText() wrote", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 366 * 86_400_000 }), (ms) => {
      expect(parseDuration(durationText(ms))).toBe(ms);
    }),
  );
});
