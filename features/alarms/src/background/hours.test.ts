import { describe, expect, it } from "vitest";
import { isWithin } from "./hours.ts";

describe("the hours of a route", () => {
  it.each([
    ["2026-11-27T08:00:00Z", true],
    ["2026-11-27T07:59:59Z", false],
    ["2026-11-27T16:59:00Z", true],
    ["2026-11-27T17:00:00Z", false],
    ["2026-11-28T10:00:00Z", false],
  ])("by day at %s", (time, isIn) => {
    const hours = { timeZone: "Europe/Berlin", days: [1, 2, 3, 4, 5], from: "09:00", to: "18:00" };
    expect(isWithin(hours, new Date(time))).toBe(isIn);
  });

  it.each([
    ["2026-11-27T21:00:00Z", true],
    ["2026-11-28T04:59:00Z", true],
    ["2026-11-28T05:00:00Z", false],
    ["2026-11-27T04:00:00Z", false],
    ["2026-11-28T21:00:00Z", false],
  ])("over midnight, which belong to the day on which they begin, at %s", (time, isIn) => {
    const hours = { timeZone: "Europe/Berlin", days: [5], from: "22:00", to: "06:00" };
    expect(isWithin(hours, new Date(time))).toBe(isIn);
  });
});
