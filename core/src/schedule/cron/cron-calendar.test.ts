import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CronCalendar } from "./cron-calendar.ts";
import { parseCron } from "./cron-expression.ts";

const YEAR = 366 * 86_400;

function calendarOf(cron: string): CronCalendar {
  return new CronCalendar(parseCron(cron, { seed: "job" }));
}

function seconds(iso: string): number {
  return Date.parse(iso) / 1000;
}

function matches(cron: string, from: string, count: number): string[] {
  const calendar = calendarOf(cron);
  const found: string[] = [];
  for (let at = seconds(from) - 1; found.length < count;) {
    at = calendar.next(at + 1, seconds(from) + 50 * YEAR);
    if (at === Infinity) break;
    found.push(new Date(at * 1000).toISOString().slice(0, 19));
  }
  return found;
}

describe("next()", () => {
  test.each([
    ["0 0 0 29 2 *", "2096-03-01T00:00:00Z", ["2104-02-29T00:00:00", "2108-02-29T00:00:00"]],
    ["0 0 0 * 2 6#5", "2076-01-01T00:00:00Z", ["2076-02-29T00:00:00", "2116-02-29T00:00:00"]],
    ["0 0 0 L * *", "2026-01-31T00:00:01Z", ["2026-02-28T00:00:00", "2026-03-31T00:00:00"]],
    ["0 0 0 L 2 *", "2027-03-01T00:00:00Z", ["2028-02-29T00:00:00", "2029-02-28T00:00:00"]],
    ["0 0 0 1,L * *", "2026-02-01T00:00:00Z", ["2026-02-01T00:00:00", "2026-02-28T00:00:00"]],
    ["0 0 0 31 * *", "2026-04-01T00:00:00Z", ["2026-05-31T00:00:00", "2026-07-31T00:00:00"]],
    [
      "0 0 0 LW * *",
      "2026-01-01T00:00:00Z",
      ["2026-01-30T00:00:00", "2026-02-27T00:00:00", "2026-03-31T00:00:00"],
    ],
    ["0 0 9 LW 5 ?", "2026-01-01T00:00:00Z", ["2026-05-29T09:00:00", "2027-05-31T09:00:00"]],
    ["0 0 0 1 1 ? 2027,2030", "2026-06-01T00:00:00Z", ["2027-01-01T00:00:00", "2030-01-01T00:00:00"]],
    ["0 0 0 29 2 ? 2027/1", "2026-06-01T00:00:00Z", ["2028-02-29T00:00:00", "2032-02-29T00:00:00"]],
    ["0 0 0 * * 5L", "2026-01-01T00:00:00Z", ["2026-01-30T00:00:00", "2026-02-27T00:00:00"]],
    ["0 0 0 * * 5#2", "2026-01-01T00:00:00Z", ["2026-01-09T00:00:00", "2026-02-13T00:00:00"]],
    ["0 0 0 * * 5#5", "2026-01-01T00:00:00Z", ["2026-01-30T00:00:00", "2026-05-29T00:00:00"]],
    // Day of month OR day of week when both are restricted; AND would give February and March.
    ["0 0 0 13 * 5", "2026-02-01T00:00:00Z", ["2026-02-06T00:00:00", "2026-02-13T00:00:00"]],
    ["0 0 0 13 * ?", "2026-02-01T00:00:00Z", ["2026-02-13T00:00:00", "2026-03-13T00:00:00"]],
    ["59 59 23 31 12 *", "2026-12-31T23:59:59Z", ["2026-12-31T23:59:59", "2027-12-31T23:59:59"]],
    ["30 10,20 5 * * *", "2026-01-01T05:10:31Z", ["2026-01-01T05:20:30", "2026-01-02T05:10:30"]],
    ["0 0 0 1 1 *", "1968-06-01T00:00:00Z", ["1969-01-01T00:00:00", "1970-01-01T00:00:00"]],
    ["0 0 0 1 1 *", "-000400-06-01T00:00:00Z", ["-000399-01-01T00:00", "-000398-01-01T00:00"]],
  ])("%s from %s", (cron, from, expected) => {
    expect(matches(cron, from, expected.length)).toEqual(expected);
  });

  test("returns Infinity at the bound, which is exclusive", () => {
    const calendar = calendarOf("0 0 12 * * *");
    const noon = seconds("2026-01-01T12:00:00Z");
    expect(calendar.next(noon - 5, noon)).toBe(Infinity);
    expect(calendar.next(noon - 5, noon + 1)).toBe(noon);
    expect(calendar.next(noon + 1, noon + 1)).toBe(Infinity);
  });
});

const item = (min: number, max: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant("*"),
    fc.integer({ min, max }).map(String),
    fc.integer({ min: 1, max }).map((step) => `*/${step}`),
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 }).map((list) => list.join(",")),
  );
const cron = fc
  .tuple(item(0, 59), item(0, 59), item(0, 23), item(1, 28), item(1, 12), item(0, 7))
  .map((words) => words.join(" "));

test("count() is how often next() returns a time", () => {
  const from = fc.integer({ min: seconds("2023-06-01T00:00:00Z"), max: seconds("2024-06-01T00:00:00Z") });
  const length = fc.oneof(fc.integer({ min: 0, max: 86_400 }), fc.integer({ min: 0, max: YEAR }));
  fc.assert(
    fc.property(cron, from, length, (cron, from, length) => {
      const calendar = calendarOf(cron);
      let stepped = 0;
      let before = from + length;
      for (let at = calendar.next(from, before); at < Infinity; at = calendar.next(at + 1, before)) {
        stepped += 1;
        // A cron of every second is compared over its first fires only.
        if (stepped === 20_000) before = at + 1;
      }
      expect(calendar.count(from, before)).toBe(stepped);
    }),
  );
});
