import { expect, test } from "vitest";
import { periodOf } from "./calendar-period.ts";
import { daysOffIn, stretchesOff } from "./days-off.ts";

const CALENDAR = {
  calendar: {
    weekend: [6, 7],
    days: { "2026-10-10": "work", "2026-10-12": "off" },
    names: { "2026-10-12": "Stocktaking" },
  },
  inherited: {
    days: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`2026-10-0${day}`, "off"])),
    names: Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [`2026-10-0${day}`, "国庆节"])),
  },
} as unknown as Parameters<typeof daysOffIn>[1];

test("days off are those of the calendar, of those it extends, and of the weekend", () => {
  const october = periodOf("month", new Date("2026-10-15T12:00:00Z"), true);
  const off = daysOffIn(october, CALENDAR);
  const days = [...off.keys()].map((day) => Number(day.slice(8)));
  expect(days).toEqual([1, 2, 3, 4, 5, 6, 7, 11, 12, 17, 18, 24, 25, 31]);
  expect([off.get("2026-10-03"), off.get("2026-10-12"), off.get("2026-10-17")]).toEqual([
    "国庆节",
    "Stocktaking",
    null,
  ]);
});

test("days of one name that follow each other are one stretch, over the end of a month, too", () => {
  const year = periodOf("year", new Date("2026-10-15T12:00:00Z"), true);
  expect(stretchesOff(daysOffIn(year, CALENDAR))).toEqual([
    { name: "国庆节", from: "2026-10-01", to: "2026-10-07" },
    { name: "Stocktaking", from: "2026-10-12", to: "2026-10-12" },
  ]);
  const days = ["2026-01-31", "2026-02-01", "2026-02-03"].map((day) => [day, "Fair"] as const);
  expect(stretchesOff(new Map(days)).map(({ from, to }) => [from, to])).toEqual([
    ["2026-01-31", "2026-02-01"],
    ["2026-02-03", "2026-02-03"],
  ]);
});
