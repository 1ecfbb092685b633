import { expect, test } from "vitest";
import type { RateLimitOptions } from "../option/value/rate-limit.ts";
import { hasRaisedLimits } from "./raised-limits.ts";

const NO_RATE: RateLimitOptions = { max: null, perMs: 60_000, spread: "burst" };
const TEN: RateLimitOptions = { ...NO_RATE, max: 10 };

test.each([
  [1, 1, false],
  [1, 2, true],
  [2, 1, false],
  [1, null, true],
  [null, 1, false],
  [null, null, false],
])("a limit of %s that becomes %s: %s", (before, after, expected) => {
  const raised = hasRaisedLimits(
    { maxConcurrency: before, rateLimit: NO_RATE },
    { maxConcurrency: after, rateLimit: NO_RATE },
  );
  expect(raised).toBe(expected);
});

test.each([
  ["the same rate", TEN, TEN, false],
  ["a new rate", NO_RATE, TEN, false],
  ["a removed rate", TEN, NO_RATE, true],
  ["a raised rate", TEN, { ...TEN, max: 11 }, true],
  ["a shorter window", TEN, { ...TEN, perMs: 1000 }, true],
  ["a burst instead of a spread", { ...TEN, spread: "smooth" as const }, TEN, true],
])("%s", (_what, before, after, expected) => {
  const raised = hasRaisedLimits(
    { maxConcurrency: 1, rateLimit: before },
    { maxConcurrency: 1, rateLimit: after },
  );
  expect(raised).toBe(expected);
});
