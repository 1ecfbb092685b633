import { describe, expect, test } from "vitest";
import { resolveJobOptions } from "../../model/option/resolve-options.ts";
import { assertSchedule } from "./assert-schedule.ts";

describe("assertSchedule()", () => {
  const schedule = resolveJobOptions("recurring", {}, "CloseDay").schedule;
  if (schedule === null) throw new Error("A recurring job has a schedule");

  test("refuses an end that is not after the start", () => {
    const at = new Date("2026-01-01T00:00:00Z");
    expect(() =>
      assertSchedule({ ...schedule, startTime: at, endTime: at }, "close-day", 'register job "close-day"'),
    ).toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        issues: [expect.objectContaining({ pointer: "/endTime", code: "end_before_start" })],
      }),
    );
  });

  test("refuses a zone that does not exist even where no cron needs it yet", () => {
    expect(() => assertSchedule({ ...schedule, timeZone: "Mars/Base" }, "close-day", "register it")).toThrow(
      expect.objectContaining({ code: "invalid_argument" }),
    );
  });

  test("refuses a wrong cron", () => {
    expect(() => assertSchedule({ ...schedule, cron: "61 * * * * *" }, "close-day", "register it")).toThrow(
      expect.objectContaining({ code: "invalid_cron" }),
    );
  });

  test.each([
    [{ cron: "* * * * *", everyMs: 7000 }, "/everyMs", "excludes"],
    [{ schedules: [{ name: "poll" }] }, "/schedules/0/cron", "neither_cron_nor_interval"],
    [{ schedules: [{ name: "poll", cron: "* * * * *", everyMs: 7000 }] }, "/schedules/0/everyMs", "excludes"],
  ])("refuses %j: a schedule fires by a cron or at an interval", (given, pointer, code) => {
    expect(() => assertSchedule({ ...schedule, ...given }, "close-day", "register it")).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ pointer, code })] }),
    );
  });

  test("a named schedule has an interval whatever the job itself fires by", () => {
    const schedules = [{ name: "poll", everyMs: 7000 }];
    assertSchedule({ ...schedule, cron: "* * * * *", schedules }, "close-day", "register it");
  });
});
