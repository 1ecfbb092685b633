import { describe, expect, it } from "vitest";
import { dueTime, timeUpTo } from "./summary-times.ts";

const DAILY = { id: "one", interval: "daily", weekday: null, hour: 8, timeZone: "Asia/Shanghai" } as const;
const WEEKLY = { ...DAILY, interval: "weekly", weekday: 1 } as const;
const BERLIN = { ...DAILY, timeZone: "Europe/Berlin" } as const;

/** What is due, as text. */
function due(summary: Parameters<typeof dueTime>[0], now: string): readonly string[] | null {
  const time = dueTime(summary, new Date(now));
  return time && [time.from.toISOString(), time.to.toISOString()];
}

describe("the time of a summary", () => {
  it("is the day up to the hour by the clock of its zone, and is due for a day", () => {
    const today = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"];
    expect(due(DAILY, "2026-01-01T23:59:59.999Z")?.[1]).toBe("2026-01-01T00:00:00.000Z");
    expect(due(DAILY, "2026-01-02T00:00:00Z")).toEqual(today);
    expect(due(DAILY, "2026-01-02T23:59:59.999Z")).toEqual(today);
  });

  it("is the week up to its weekday, and is due no longer than a day", () => {
    const week = ["2025-12-29T00:00:00.000Z", "2026-01-05T00:00:00.000Z"];
    expect(due(WEEKLY, "2026-01-04T23:59:59Z")).toBeNull();
    expect(due(WEEKLY, "2026-01-05T00:00:00Z")).toEqual(week);
    expect(due(WEEKLY, "2026-01-05T23:59:59Z")).toEqual(week);
    expect(due(WEEKLY, "2026-01-06T00:00:01Z")).toBeNull();
    expect(due({ ...WEEKLY, weekday: 7 }, "2026-01-04T01:00:00Z")?.[1]).toBe("2026-01-04T00:00:00.000Z");
  });

  it("ends where clocks go on from an hour that does not exist", () => {
    const skipped = { ...BERLIN, hour: 2 };
    expect(due(skipped, "2026-03-29T00:59:59Z")?.[1]).toBe("2026-03-28T01:00:00.000Z");
    expect(due(skipped, "2026-03-29T01:00:00Z")).toEqual([
      "2026-03-28T01:00:00.000Z",
      "2026-03-29T01:00:00.000Z",
    ]);
    expect(due(skipped, "2026-03-30T00:00:00Z")).toEqual([
      "2026-03-29T01:00:00.000Z",
      "2026-03-30T00:00:00.000Z",
    ]);
  });

  it("ends once in an hour that comes twice, and is an hour longer on that day", () => {
    const twice = { ...BERLIN, hour: 2 };
    const first = ["2026-10-24T00:00:00.000Z", "2026-10-25T00:00:00.000Z"];
    expect(due(twice, "2026-10-25T00:00:00Z")).toEqual(first);
    expect(due(twice, "2026-10-25T01:30:00Z")).not.toEqual(due(twice, "2026-10-26T01:00:00Z"));
    expect(due(twice, "2026-10-25T23:59:00Z")).toEqual(first);
    expect(due(twice, "2026-10-26T01:00:00Z")).toEqual([
      "2026-10-25T00:00:00.000Z",
      "2026-10-26T01:00:00.000Z",
    ]);
    expect(due(BERLIN, "2026-10-25T07:00:00Z")).toEqual([
      "2026-10-24T06:00:00.000Z",
      "2026-10-25T07:00:00.000Z",
    ]);
  });

  it("is as long as usual up to now where one is sent at another time", () => {
    const to = new Date("2026-01-09T10:30:00Z");
    expect(timeUpTo(DAILY, to)).toEqual({ from: new Date("2026-01-08T10:30:00Z"), to });
    expect(timeUpTo(WEEKLY, to)).toEqual({ from: new Date("2026-01-02T10:30:00Z"), to });
  });
});
