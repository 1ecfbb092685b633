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
    ["an hour", 3_600_000],
    ["3 hours and 25 minutes", 12_300_000],
    ["one and a half hours", 5_400_000],
    ["an hour and a half", 5_400_000],
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
