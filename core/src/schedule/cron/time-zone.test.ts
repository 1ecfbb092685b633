import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isMoJobError, MoJobErrorCode } from "../../base/error.ts";
import { resolveTimeZone, type ZoneSpan } from "./time-zone.ts";

function seconds(iso: string): number {
  return Date.parse(iso) / 1000;
}

/** What the clocks of a zone show beyond UTC, by the fields of its local time. */
function offsetByFields(timeZone: string, at: number): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at * 1000);
  const [month = 0, day, year = 0, hour, minute, second] = parts
    .filter(({ type }) => type !== "literal")
    .map(({ value }) => Number(value));
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - at;
}

describe("spanAt() ends a span to the second where the clocks change", () => {
  test.each([
    ["America/New_York", "2026-03-08T07:00:00Z", -5, -4],
    ["America/New_York", "2026-11-01T06:00:00Z", -4, -5],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00Z", 10.5, 11],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00Z", 11, 10.5],
    ["Africa/Casablanca", "2026-02-15T02:00:00Z", 1, 0],
    ["Africa/Casablanca", "2026-03-22T02:00:00Z", 0, 1],
    ["Pacific/Apia", "2011-12-30T10:00:00Z", -10, 14],
    ["Africa/Monrovia", "1972-01-07T00:44:30Z", -44.5 / 60, 0],
    ["America/New_York", "1883-11-18T17:00:00Z", -(4 * 3600 + 56 * 60 + 2) / 3600, -5],
  ])("%s at %s", (name, iso, beforeHours, hours) => {
    const zone = resolveTimeZone(name);
    const at = seconds(iso);
    const length = Math.abs(hours - beforeHours) * 3600;
    const [before, offset] = [beforeHours * 3600, hours * 3600];
    expect(zone.spanAt(at - 1)).toMatchObject({ to: at, offset: before, before });
    expect(zone.spanAt(at)).toMatchObject({ from: at, to: at + length, offset, before });
    expect(zone.spanAt(at + length)).toMatchObject({ from: at + length, offset, before: offset });
  });
});

test.each([
  ["Africa/Cairo", "2010-07-01T00:00:00Z", "2010-12-01T00:00:00Z", [3, 2, 3, 2]],
  ["America/Argentina/Tucuman", "2004-05-01T00:00:00Z", "2004-08-01T00:00:00Z", [-3, -4, -3]],
])("spanAt() sees changes of %s that are weeks or days apart", (name, from, to, expected) => {
  const zone = resolveTimeZone(name);
  const offsets: number[] = [];
  for (
    let span: ZoneSpan = zone.spanAt(seconds(from));
    span.from < seconds(to);
    span = zone.spanAt(span.to)
  ) {
    if (span.offset / 3600 !== offsets.at(-1)) offsets.push(span.offset / 3600);
  }
  expect(offsets).toEqual(expected);
});

test("spanAt() remembers a change across the seam of two stretches it looks up (2185-11-06T09:08:16Z)", () => {
  const zone = resolveTimeZone("America/Los_Angeles");
  const repeated = { offset: -8 * 3600, before: -7 * 3600 };
  expect(zone.spanAt(seconds("2185-11-06T09:05:00Z"))).toMatchObject(repeated);
  expect(zone.spanAt(seconds("2185-11-06T09:30:00Z"))).toMatchObject(repeated);
  expect(zone.spanAt(seconds("2185-11-06T10:00:00Z"))).toMatchObject({ before: -8 * 3600 });
});

test("spanAt() returns the offset of local time, in every zone and season", () => {
  const name = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const at = fc.integer({ min: seconds("1975-01-01T00:00:00Z"), max: seconds("2060-01-01T00:00:00Z") });
  fc.assert(
    fc.property(name, at, (name, at) => {
      const span = resolveTimeZone(name).spanAt(at);
      expect(span.from).toBeLessThanOrEqual(at);
      expect(span.to).toBeGreaterThan(at);
      expect(span.offset).toBe(offsetByFields(name, at));
    }),
    { numRuns: 500 },
  );
});

test("spanAt() covers all time a date can hold", () => {
  const zone = resolveTimeZone("Europe/London");
  for (const at of [-8_640_000_000_000, 8_640_000_000_000]) {
    const span = zone.spanAt(at);
    expect(span.from <= at && at < span.to).toBe(true);
  }
  expect(resolveTimeZone("UTC").spanAt(0)).toEqual({ from: -Infinity, to: Infinity, offset: 0, before: 0 });
});

test.each(["", "Mars/Olympus", "+05:30", "GMT+5", "Europe/Berlin ", "\0"])(
  "resolveTimeZone() refuses %j",
  (name) => {
    let refusal: unknown;
    try {
      resolveTimeZone(name);
    } catch (error) {
      refusal = error;
    }
    expect(isMoJobError(refusal, MoJobErrorCode.InvalidArgument)).toBe(true);
    expect(refusal).toMatchObject({ issues: [{ pointer: "/timeZone" }] });
  },
);
