import { expect, test } from "vitest";
import { failureCause } from "./failure-cause.ts";

test.each([
  ["connect ECONNREFUSED 10.0.0.7:443", "connect ECONNREFUSED 10.0.0.8:8443"],
  ["Order 4711 is closed", "Order 12 is closed"],
  ['No shop "north"', 'No shop "south"'],
  [
    "Run 019aa7c2-9d3f-7000-8000-0123456789ab is missing",
    "Run 019aa7c2-9d3f-7000-8000-ba9876543210 is missing",
  ],
  ["commit 9f3c1b7a", "commit 0a1b2c3d4e"],
])("%s and %s have one cause", (one, other) => {
  expect(failureCause(one)).toBe(failureCause(other));
});

test("causes that differ in words are kept apart, and no error is a cause too", () => {
  expect(failureCause("The mailbox is full")).not.toBe(failureCause("The mailbox is closed"));
  expect(failureCause(null)).toBe("");
});
