import { describe, expect, test } from "vitest";
import { processorMs } from "@mojob/test-fixtures/processor-time";
import { isMoJobError, MoJobErrorCode } from "../base/error.ts";
import type { DstOptions } from "../model/option/value/dst-options.ts";
import { compileSchedule, type Schedule } from "./schedule.ts";

const seed = "ledger.close-day";
const defaults: DstOptions = { gap: "shift", overlap: "first" };

function scheduleOf(cron: string, timeZone = "UTC", dst: Partial<DstOptions> = {}): Schedule {
  return compileSchedule({ cron, timeZone, dst: { ...defaults, ...dst }, seed });
}

/** The fires in (after, to], each as `03-08T07:30` (UTC), or with its seconds where they are not 0. */
function fires(schedule: Schedule, after: string, to: string): string[] {
  const found: string[] = [];
  const end = new Date(to);
  for (let at = schedule.next(new Date(after)); at && at <= end; at = schedule.next(at)) {
    found.push(at.toISOString().slice(5, 19).replace(/:00$/, ""));
  }
  expect(schedule.count(new Date(after), end)).toBe(found.length);
  return found;
}

type Case = [
  cron: string,
  timeZone: string,
  after: string,
  to: string,
  expected: string[],
  dst?: Partial<DstOptions>,
];

describe("a local time that a change leaves out", () => {
  test.each<Case>([
    // New York jumps from 02:00 to 03:00 at 07:00Z.
    [
      "0 30 2 * * *",
      "America/New_York",
      "2026-03-07T12:00Z",
      "2026-03-09T12:00Z",
      ["03-08T07:30", "03-09T06:30"],
    ],
    [
      "0 30 2 * * *",
      "America/New_York",
      "2026-03-07T12:00Z",
      "2026-03-09T12:00Z",
      ["03-09T06:30"],
      { gap: "skip" },
    ],
    // 02:30 moves onto 03:30: one instant, one fire.
    ["0 30 2,3 * * *", "America/New_York", "2026-03-08T00:00Z", "2026-03-09T00:00Z", ["03-08T07:30"]],
    ["30 59 2 8 3 *", "America/New_York", "2026-01-01T00:00Z", "2026-12-31T00:00Z", ["03-08T07:59:30"]],
    // Lord Howe jumps from 02:00 to 02:30 at 15:30Z: 02:15 is later by half an hour, not by an hour.
    [
      "0 15 2 * * *",
      "Australia/Lord_Howe",
      "2026-10-02T00:00Z",
      "2026-10-05T00:00Z",
      ["10-02T15:45", "10-03T15:45", "10-04T15:15"],
    ],
    [
      "0 15,35 2 * * *",
      "Australia/Lord_Howe",
      "2026-10-03T00:00Z",
      "2026-10-04T00:00Z",
      ["10-03T15:35", "10-03T15:45"],
    ],
    // Midnight itself is left out.
    ["@daily", "Africa/Cairo", "2026-04-23T00:00Z", "2026-04-25T00:00Z", ["04-23T22:00", "04-24T21:00"]],
    ["@daily", "Asia/Beirut", "2026-03-28T00:00Z", "2026-03-30T00:00Z", ["03-28T22:00", "03-29T21:00"]],
    ["@daily", "America/Asuncion", "2023-09-30T12:00Z", "2023-10-02T12:00Z", ["10-01T04:00", "10-02T03:00"]],
    // Samoa had no 30 December 2011: that day's fires fall onto the next day's.
    [
      "0 0 2 * * *",
      "Pacific/Apia",
      "2011-12-29T00:00Z",
      "2012-01-01T00:00Z",
      ["12-29T12:00", "12-30T12:00", "12-31T12:00"],
    ],
    ["0 0 2 30 12 *", "Pacific/Apia", "2011-12-01T00:00Z", "2012-01-31T00:00Z", ["12-30T12:00"]],
    ["0 0 2 30 12 *", "Pacific/Apia", "2011-12-01T00:00Z", "2012-01-31T00:00Z", [], { gap: "skip" }],
  ])("%s in %s after %s", (cron, timeZone, after, to, expected, dst) => {
    expect(fires(scheduleOf(cron, timeZone, dst), after, to)).toEqual(expected);
  });
});

describe("a local time that a change repeats", () => {
  test.each<Case>([
    [
      "0 30 1 * * *",
      "America/New_York",
      "2026-10-31T12:00Z",
      "2026-11-02T12:00Z",
      ["11-01T05:30", "11-02T06:30"],
    ],
    [
      "0 30 1 * * *",
      "America/New_York",
      "2026-10-31T12:00Z",
      "2026-11-02T12:00Z",
      ["11-01T05:30", "11-01T06:30", "11-02T06:30"],
      { overlap: "both" },
    ],
    // Asked between the two, the second is not owed.
    ["0 30 1 * * *", "America/New_York", "2026-11-01T05:45Z", "2026-11-02T00:00Z", []],
    [
      "0 45 1 * * *",
      "Australia/Lord_Howe",
      "2026-04-04T00:00Z",
      "2026-04-05T00:00Z",
      ["04-04T14:45", "04-04T15:15"],
      { overlap: "both" },
    ],
    ["0 45 1 * * *", "Australia/Lord_Howe", "2026-04-04T00:00Z", "2026-04-05T00:00Z", ["04-04T14:45"]],
    // Cairo goes back from midnight to 23:00.
    [
      "0 30 23 29 10 *",
      "Africa/Cairo",
      "2026-10-01T00:00Z",
      "2026-11-30T00:00Z",
      ["10-29T20:30", "10-29T21:30"],
      { overlap: "both" },
    ],
  ])("%s in %s after %s", (cron, timeZone, after, to, expected, dst) => {
    expect(fires(scheduleOf(cron, timeZone, dst), after, to)).toEqual(expected);
  });
});

function every(minutes: number, after: string, to: string): string[] {
  const found: string[] = [];
  const step = minutes * 60_000;
  for (let at = Date.parse(after) + step; at <= Date.parse(to); at += step) {
    found.push(new Date(at).toISOString().slice(5, 16));
  }
  return found;
}

describe("an interval runs through a change in real time", () => {
  test.each([
    ["Australia/Lord_Howe", "2026-10-03T14:00Z", "2026-10-03T18:00Z"],
    ["Australia/Lord_Howe", "2026-04-04T13:00Z", "2026-04-04T17:00Z"],
    ["America/New_York", "2026-03-08T05:00Z", "2026-03-08T09:00Z"],
    ["America/New_York", "2026-11-01T04:00Z", "2026-11-01T09:00Z"],
    ["Pacific/Apia", "2011-12-30T06:00Z", "2011-12-31T14:00Z"],
  ])("0 */10 * * * * in %s after %s", (timeZone, after, to) => {
    const dst: DstOptions = { gap: "shift", overlap: "first" };
    expect(fires(scheduleOf("0 */10 * * * *", timeZone, dst), after, to)).toEqual(every(10, after, to));
  });

  test("an hourly cron keeps firing in the repeated hour and in what a half-hour change leaves out", () => {
    expect(
      fires(scheduleOf("@hourly", "America/New_York"), "2026-11-01T04:00Z", "2026-11-01T08:00Z"),
    ).toEqual(["11-01T05:00", "11-01T06:00", "11-01T07:00", "11-01T08:00"]);
    // 02:00 does not exist and comes at 02:30 (15:30Z).
    expect(
      fires(scheduleOf("@hourly", "Australia/Lord_Howe"), "2026-10-03T14:00Z", "2026-10-03T17:00Z"),
    ).toEqual(["10-03T14:30", "10-03T15:30", "10-03T16:00", "10-03T17:00"]);
  });

  test("a step of hours loses nothing in spring and repeats an hour in autumn", () => {
    expect(
      fires(scheduleOf("0 30 */2 * * *", "America/New_York"), "2026-03-08T05:00Z", "2026-03-08T11:00Z"),
    ).toEqual(["03-08T05:30", "03-08T07:30", "03-08T08:30", "03-08T10:30"]);
    expect(
      fires(scheduleOf("0 0 1/2 * * *", "America/New_York"), "2026-11-01T04:00Z", "2026-11-01T09:00Z"),
    ).toEqual(["11-01T05:00", "11-01T06:00", "11-01T08:00"]);
  });
});

describe("next()", () => {
  test("returns the first whole second strictly after the instant", () => {
    const schedule = scheduleOf("* * * * * *");
    expect(schedule.next(new Date("2026-01-01T00:00:00.000Z"))).toEqual(new Date("2026-01-01T00:00:01.000Z"));
    expect(schedule.next(new Date("2026-01-01T00:00:00.999Z"))).toEqual(new Date("2026-01-01T00:00:01.000Z"));
    expect(schedule.next(new Date("1969-12-31T23:59:58.500Z"))).toEqual(new Date("1969-12-31T23:59:59.000Z"));
  });

  test("returns the same when called out of order", () => {
    const schedule = scheduleOf("0 0 3 * * *", "Europe/London");
    const later = schedule.next(new Date("2026-07-01T00:00Z"));
    const earlier = schedule.next(new Date("2026-01-01T00:00Z"));
    expect(earlier).toEqual(new Date("2026-01-01T03:00Z"));
    expect(later).toEqual(new Date("2026-07-01T02:00Z"));
    expect(schedule.next(new Date("2026-01-01T02:59:59.999Z"))).toEqual(earlier);
    expect(schedule.next(new Date("2025-12-31T03:00Z"))).toEqual(earlier);
  });

  test("finds the rarest day, in any zone", () => {
    const after = new Date("2076-03-01T00:00Z");
    expect(scheduleOf("0 0 0 * 2 6#5").next(after)).toEqual(new Date("2116-02-29T00:00Z"));
    expect(scheduleOf("0 0 0 * 2 6#5", "Asia/Shanghai").next(after)).toEqual(new Date("2116-02-28T16:00Z"));
    expect(scheduleOf("0 0 0 29 2 *", "Europe/London").next(new Date("2096-03-01T00:00Z"))).toEqual(
      new Date("2104-02-29T00:00Z"),
    );
  });

  test("returns null for what never comes, soon enough", () => {
    // The second Sunday of March has no 02:30 in New York.
    const schedule = scheduleOf("0 30 2 * 3 0#2", "America/New_York", { gap: "skip" });
    // Ten times the bound of 10 ms, because a machine may be slow.
    expect(
      processorMs(() => {
        expect(schedule.next(new Date("2026-01-01T00:00Z"))).toBeNull();
      }),
    ).toBeLessThan(100);
  });

  test("ends where dates end", () => {
    const last = new Date(8_640_000_000_000_000);
    for (const timeZone of ["UTC", "America/New_York", "Pacific/Apia"]) {
      const schedule = scheduleOf("* * * * * *", timeZone);
      expect(schedule.next(new Date(last.getTime() - 1))).toEqual(last);
      expect(schedule.next(last)).toBeNull();
      expect(schedule.next(new Date(-8_640_000_000_000_000))).toEqual(new Date(-8_639_999_999_999_000));
      expect(schedule.next(new Date(Number.NaN))).toBeNull();
    }
    expect(scheduleOf("0 0 0 29 2 *", "America/New_York").next(last)).toBeNull();
  });

  test("ticks 600 times in ten minutes for a cron of every second", () => {
    const found = fires(scheduleOf("* * * * * *"), "2026-01-01T00:00Z", "2026-01-01T00:10Z");
    expect(new Set(found).size).toBe(600);
  });
});

describe("count()", () => {
  test("counts a year of seconds at once, through both changes", () => {
    const schedule = scheduleOf("* * * * * *", "America/New_York");
    // Stepping through them would take seconds.
    expect(
      processorMs(() => {
        expect(schedule.count(new Date("2026-01-01T00:00Z"), new Date("2027-01-01T00:00Z"))).toBe(31_536_000);
      }),
    ).toBeLessThan(200);
  });

  test("is 0 for an empty or backward stretch", () => {
    const schedule = scheduleOf("* * * * * *");
    const at = new Date("2026-01-01T00:00Z");
    expect(schedule.count(at, at)).toBe(0);
    expect(schedule.count(at, new Date(at.getTime() - 5000))).toBe(0);
  });
});

describe("compileSchedule()", () => {
  test("shares schedules of the same text, except where H makes them the job's own", () => {
    expect(scheduleOf("0 0 1 * * *")).toBe(scheduleOf("0 0 1 * * *"));
    expect(scheduleOf("0 0 1 * * *")).not.toBe(scheduleOf("0 0 1 * * *", "UTC", { gap: "skip" }));
    const spec = { cron: "0 H * * * *", timeZone: "UTC", dst: defaults };
    expect(compileSchedule({ ...spec, seed: "a" })).not.toBe(compileSchedule({ ...spec, seed: "b" }));
    expect(compileSchedule({ ...spec, cron: "0 1 * * * *", seed: "a" })).toBe(
      compileSchedule({ ...spec, cron: "0 1 * * * *", seed: "b" }),
    );
  });

  test("refuses an expression and a zone it cannot read", () => {
    const codeOf = (cron: string, timeZone: string): unknown => {
      try {
        return scheduleOf(cron, timeZone);
      } catch (error) {
        return isMoJobError(error) ? error.code : error;
      }
    };
    expect(codeOf("* * *", "UTC")).toBe(MoJobErrorCode.InvalidCron);
    expect(codeOf("* * * * *", "Mars/Olympus")).toBe(MoJobErrorCode.InvalidArgument);
  });
});
