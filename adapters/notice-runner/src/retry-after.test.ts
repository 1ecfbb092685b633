import { expect, it } from "vitest";
import { retryAfterMs } from "./retry-after.ts";

const NOW = new Date("2026-01-31T12:00:00.000Z");

it.each([
  ["7", 7000],
  ["0", 1000],
  ["86400", 3_600_000],
  ["Sat, 31 Jan 2026 12:01:00 GMT", 60_000],
  ["Sat, 31 Jan 2026 11:00:00 GMT", 1000],
  ["soon", null],
  [undefined, null],
  [["1", "2"], null],
])("retryAfterMs() of %j is %s", (value, ms) => {
  expect(retryAfterMs({ "retry-after": value }, NOW)).toBe(ms);
});
