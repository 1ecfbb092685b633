import { readFileSync } from "node:fs";
import { createEngine, createScheduler } from "@mojob/core/engine";
import { createWorld } from "@mojob/test-fixtures/world";
import { LegalHoliday, SolarDay } from "tyme4ts";
import { describe, expect, it } from "vitest";
import { chineseDays as generated } from "../../scripts/chinese-days.ts";
import { civilDayOf, dayNumberOf } from "../days/civil-day.ts";
import { resolveCalendar } from "../days/resolve-calendar.ts";
import { CALENDARS } from "../mod.ts";

function open() {
  const world = createWorld();
  return createScheduler(createEngine({ ...world, tenant: "default", features: [CALENDARS] }));
}

const HEAD = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n";
const event = (...lines: readonly string[]): string =>
  ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT", ""].join("\r\n");

describe("the days of China", () => {
  it("are those that the package they are made of has now", () => {
    expect(readFileSync(new URL("chinese-days.generated.ts", import.meta.url), "utf8")).toBe(generated());
  });

  it("are on every day of 2019 to 2026 what another library says, make-up days among them", async () => {
    const { calendar } = await open().calendars.import({ key: "cn", source: "cn" });
    const days = resolveCalendar(calendar, new Map());
    for (let day = dayNumberOf("2019-01-01"); day <= dayNumberOf("2026-12-31"); day += 1) {
      const [year = 0, month = 0, date = 0] = civilDayOf(day).split("-").map(Number);
      const legal = LegalHoliday.fromYmd(year, month, date);
      const weekday = SolarDay.fromYmd(year, month, date).getWeek().getIndex();
      const works = legal === null ? weekday !== 0 && weekday !== 6 : legal.isWork();
      expect([civilDayOf(day), days.dayAt(day).works]).toEqual([civilDayOf(day), works]);
      expect(days.dayAt(day).isEstimated).toBe(false);
    }
    const madeUp = Object.entries(calendar.days).filter(([day, kind]) => kind === "work" && day > "2026");
    expect(madeUp.map(([day]) => day)).toEqual([
      "2026-01-04",
      "2026-02-14",
      "2026-02-28",
      "2026-05-09",
      "2026-09-20",
      "2026-10-10",
    ]);
    expect(calendar.names["2026-10-01"]).toBe("国庆节");
  });

  it("are not guessed for a year whose notice is not out", async () => {
    const { calendar } = await open().calendars.import({ key: "cn", source: "cn" });
    expect(calendar).toMatchObject({ coveredFrom: "2019-01-01", coveredTo: "2026-12-31" });
    const days = resolveCalendar(calendar, new Map());
    expect(days.dayAt(dayNumberOf("2027-10-04"))).toEqual({ works: true, name: null, isEstimated: true });
  });
});

describe("an import", () => {
  it("takes the whole days of an iCalendar file, with make-up days by their summary and dates that come again", async () => {
    const text =
      HEAD +
      event("DTSTART;VALUE=DATE:20261001", "DTEND;VALUE=DATE:20261008", "SUMMARY:国庆节 休") +
      event("DTSTART;VALUE=DATE:20261010", "DTEND;VALUE=DATE:20261011", "SUMMARY:国庆节 补班") +
      event("DTSTART;VALUE=DATE:20261225", "RRULE:FREQ=YEARLY;COUNT=3", "SUMMARY:Christmas") +
      event("DTSTART:20261101T090000Z", "DTEND:20261101T100000Z", "SUMMARY:Meeting") +
      "END:VCALENDAR\r\n";
    const { calendar, isNew, ignored } = await open().calendars.import({
      key: "ics",
      name: "ICS",
      format: "ics",
      text,
    });
    expect([isNew, ignored]).toEqual([true, 1]);
    expect(calendar).toMatchObject({ name: "ICS", coveredFrom: "2026-01-01", coveredTo: "2028-12-31" });
    expect(Object.keys(calendar.days)).toHaveLength(11);
    expect(calendar.days).toMatchObject({ "2026-10-07": "off", "2026-10-10": "work", "2028-12-25": "off" });
    expect(calendar.names).toMatchObject({ "2026-10-01": "国庆节 休", "2027-12-25": "Christmas" });
  });

  it("takes a table of days, and names the line that is none", async () => {
    const { calendars } = open();
    const text = '\uFEFFdate,kind,name\r\n2026-12-24,off,"Eve, the ""first"""\n\n2026-12-27;work\n';
    const { calendar } = await calendars.import({ key: "csv", format: "csv", text });
    expect(calendar).toMatchObject({
      name: "csv",
      days: { "2026-12-24": "off", "2026-12-27": "work" },
      names: { "2026-12-24": 'Eve, the "first"' },
    });
    await expect(
      calendars.import({ key: "x", format: "csv", text: "2026-12-24,off\n2026-02-30,off" }),
    ).rejects.toMatchObject({
      issues: [{ pointer: "/text", code: "unreadable_source", parameters: { line: 2 } }],
    });
  });

  it("takes what a calendar is as JSON", async () => {
    const { calendars } = open();
    const text = JSON.stringify({ weekend: [5, 6], days: { "2026-12-24": "off" }, coveredTo: null });
    const { calendar } = await calendars.import({ key: "json", format: "json", text });
    expect(calendar).toMatchObject({ weekend: [5, 6], days: { "2026-12-24": "off" }, coveredTo: null });
    await expect(
      calendars.import({ key: "x", format: "json", text: '{"days":{"x":"off"}}' }),
    ).rejects.toMatchObject({
      issues: [{ pointer: "/days/x", code: "not_a_date" }],
    });
    await expect(calendars.import({ key: "x", format: "json", text: "{" })).rejects.toMatchObject({
      issues: [{ pointer: "/text", code: "not_json" }],
    });
  });

  it("writes nothing where it is only tried, and over a calendar only where it is told to", async () => {
    const { calendars } = open();
    const tried = await calendars.import({ key: "cn", source: "cn", dryRun: true });
    expect([tried.isNew, await calendars.list()]).toEqual([true, []]);
    await calendars.create({ key: "cn", name: "Ours", days: { "2026-01-05": "off" } });
    await expect(calendars.import({ key: "cn", source: "cn" })).rejects.toMatchObject({
      issues: [{ pointer: "/key", code: "calendar_taken" }],
    });
    const { calendar, isNew } = await calendars.import({ key: "cn", source: "cn", replace: true });
    expect([isNew, calendar.revision, calendar.days["2026-01-05"]]).toEqual([false, 2, undefined]);
  });

  it.each([
    ["no iCalendar", "ics", "hello"],
    ["an iCalendar without days", "ics", `${HEAD}END:VCALENDAR\r\n`],
    ["an empty table", "csv", ""],
  ])("refuses %s", async (_, format, text) => {
    await expect(open().calendars.import({ key: "x", format, text })).rejects.toMatchObject({
      code: "invalid_argument",
      issues: [{ pointer: "/text", code: "unreadable_source" }],
    });
  });

  it("refuses more than 1 MiB, more than 5000 days, and what it does not know", async () => {
    const { calendars } = open();
    await expect(
      calendars.import({ key: "x", format: "ics", text: "x".repeat(1_048_577) }),
    ).rejects.toMatchObject({
      issues: [{ pointer: "/text", code: "too_long" }],
    });
    const many = Array.from({ length: 5001 }, (_, day) => `${civilDayOf(day)},off`).join("\n");
    await expect(calendars.import({ key: "x", format: "csv", text: many })).rejects.toMatchObject({
      issues: [{ pointer: "/days", code: "too_many" }],
    });
    await expect(calendars.import({ key: "x", source: "us" })).rejects.toMatchObject({
      issues: [{ pointer: "/source", code: "not_one_of" }],
    });
    await expect(calendars.import({ key: "x", format: "xls", text: "" })).rejects.toMatchObject({
      issues: [{ pointer: "/format", code: "not_one_of" }],
    });
  });
});
