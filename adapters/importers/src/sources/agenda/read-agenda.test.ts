import { describe, expect, it } from "vitest";
import { humanInterval } from "./human-interval.ts";
import { readAgenda } from "./read-agenda.ts";

const ZONE = { timeZone: "UTC" };

describe("readAgenda()", () => {
  it("reads documents as mongoexport writes them, one a line", () => {
    const lines = [
      {
        _id: { $oid: "65a000000000000000000001" },
        name: "send digest",
        data: { to: 1 },
        type: "single",
        priority: 10,
        repeatInterval: "0 9 * * 1-5",
        repeatTimezone: "Europe/Paris",
        nextRunAt: { $date: "2026-12-01T08:00:00Z" },
        disabled: true,
      },
      {
        _id: { $oid: "65a000000000000000000002" },
        name: "poll",
        priority: { $numberInt: "0" },
        repeatInterval: "5 minutes",
        nextRunAt: { $date: { $numberLong: "1800000000000" } },
        skipDays: "saturday",
      },
    ];
    const { jobs } = readAgenda(lines.map((line) => JSON.stringify(line)).join("\n"), ZONE);
    expect(jobs).toMatchObject([
      {
        id: "65a000000000000000000001",
        key: "agenda/send digest",
        wasOn: false,
        work: { kind: "code", handler: "send-digest" },
        args: { to: 1 },
        options: { priority: 2 },
        schedule: { dialect: "cronParser", text: "0 9 * * 1-5", timeZone: "Europe/Paris" },
      },
      { schedule: { everyMs: 300_000, anchor: new Date(1_800_000_000_000) } },
    ]);
    expect(jobs[1]?.findings.map(({ code }) => code)).toEqual([
      "interval_from_end",
      "skip_days",
      "handler_wanted",
    ]);
  });

  it("goes by repeatInterval where there is repeatAt, too, as Agenda does", () => {
    const documents = [
      { _id: "1", name: "load", repeatInterval: "2 hours", repeatAt: "15:00" },
      { _id: "2", name: "report", repeatInterval: "0 6 * * 1", repeatAt: "3:30pm" },
      { _id: "3", name: "number", repeatInterval: 60_000, repeatAt: "noon" },
    ];
    const { jobs } = readAgenda(JSON.stringify(documents), ZONE);
    expect(jobs).toMatchObject([
      { schedule: { everyMs: 7_200_000 } },
      { schedule: { text: "0 6 * * 1" } },
      { schedule: { everyMs: 60_000 } },
    ]);
    for (const { findings } of jobs)
      expect(findings).toContainEqual(
        expect.objectContaining({ code: "repeat_at_unused", level: "warning" }),
      );
  });

  it("reads repeatAt by the clock of Agenda's process, whatever repeatTimezone says", () => {
    const document = { name: "a", repeatAt: "15:00", repeatTimezone: "America/New_York" };
    const [job] = readAgenda(JSON.stringify([document]), ZONE).jobs;
    expect(job?.schedule).toMatchObject({ text: "0 15 * * *", timeZone: "UTC" });
    expect(job?.findings.map(({ code }) => code)).toContain("repeat_at_zone");
  });

  it("begins and ends with days of repeatTimezone", () => {
    const document = {
      name: "a",
      repeatInterval: "0 9 * * *",
      repeatTimezone: "America/New_York",
      startDate: "2026-03-01T10:00:00Z",
      endDate: "2026-07-01T00:00:00Z",
    };
    const [job] = readAgenda(JSON.stringify([document]), ZONE).jobs;
    expect(job?.schedule).toMatchObject({
      startAt: new Date("2026-03-01T05:00:00Z"),
      endAt: new Date("2026-07-01T04:00:00Z"),
    });
  });

  it.each([
    [{ repeatAt: "3:30pm" }, { schedule: { text: "30 15 * * *" } }, ["handler_wanted"]],
    [{ repeatAt: "noonish" }, { schedule: null }, ["repeat_at", "handler_wanted"]],
    [{ nextRunAt: "2026-12-01T00:00:00Z" }, { schedule: null }, ["one_time", "handler_wanted"]],
    [{ repeatInterval: 1500 }, { schedule: { everyMs: 1500 } }, ["interval_from_end", "handler_wanted"]],
    [
      { repeatInterval: "@daily", region: "eu" },
      { schedule: { text: "@daily" } },
      ["field_ignored", "handler_wanted"],
    ],
  ])("%j", (document, job, codes) => {
    const [read] = readAgenda(JSON.stringify([{ name: "a", ...document }]), ZONE).jobs;
    expect(read).toMatchObject(job);
    expect(read?.findings.map(({ code }) => code)).toEqual(codes);
  });
});

describe("humanInterval()", () => {
  it.each([
    ["5 minutes", 300_000],
    // The package does not know these, and Agenda has done with it: what it says counts.
    ["an hour", 0],
    ["3 hours and 25 minutes", 12_300_000],
    ["one and a half hours", 3_600_000],
    ["an hour and a half", 0],
    ["fifteen minutes", 900_000],
    ["@hourly", 3_600_000],
    ["@daily", null],
    ["*/5 * * * *", null],
    ["two weeks", 1_209_600_000],
    ["1.5 days", 129_600_000],
    ["2500", 2500],
    ["often", null],
    ["5", 5],
    ["", null],
  ])("%s is %s ms", (text, ms) => {
    expect(humanInterval(text)).toBe(ms);
  });
});
