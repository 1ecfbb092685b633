import { expect, test } from "vitest";
import { isAtLeast } from "./version-order.ts";

test.each([
  ["2.4.0", "2.4.0", true],
  ["2.10.0", "2.9.9", true],
  ["2.9.9", "2.10.0", false],
  ["2.4", "2.4.0", true],
  ["2.4", "2.4.1", false],
  ["3", "2.99.99", true],
  ["v2.4.1", "2.4.0", true],
  ["2.4.0-rc.1", "2.4.0", false],
  ["2.4.0", "2.4.0-rc.1", true],
  ["2.4.0-rc.10", "2.4.0-rc.9", true],
  ["2.4.0-rc.1", "2.4.0-rc.beta", false],
  ["2.4.0+build.7", "2.4.0+build.9", true],
  ["2026-11-22", "2026-9-30", true],
  ["2026-11-22", "2026-11-23", false],
  ["20261122123456789012", "20261122123456789011", true],
  ["green", "blue", true],
  ["1.0.0", "blue", false],
])("isAtLeast(%s, %s) is %s", (version, lowest, isLater) => {
  expect(isAtLeast(version, lowest)).toBe(isLater);
});
