import { describe, expect, it } from "vitest";
import { crontabRules } from "./crontab-rules.ts";
import { clockSpans } from "./wall-clock.ts";
import { wallFires } from "./wall-fires.ts";

function firesOf(cron: string, timeZone: string, from: string, to: string): readonly string[] {
  const [fromMs, toMs] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)];
  const spans = clockSpans(timeZone, fromMs - 172_800_000, toMs + 172_800_000);
  return [...wallFires(crontabRules(cron), spans).between(fromMs, toMs)].map((at) =>
    new Date(at).toISOString().slice(5, 16),
  );
}

/** New York: forward on 14 March 2027 at 07:00Z (02:00), back on 7 November at 06:00Z (02:00). */
const NEW_YORK = "America/New_York";

describe("crontabRules()", () => {
  it.each([
    [
      "a fixed time in the gap fires as soon as the clock has gone past it",
      "30 2 * * *",
      "2027-03-14T00:00",
      "2027-03-15T00:00",
      ["03-14T07:00"],
    ],
    ["two of them fire together", "10,50 2 * * *", "2027-03-14T00:00", "2027-03-15T00:00", ["03-14T07:00"]],
    ["a minute with * in the gap does not fire", "*/30 2 * * *", "2027-03-14T00:00", "2027-03-15T00:00", []],
    [
      "a fixed time that comes twice fires at the first",
      "30 1 * * *",
      "2027-11-07T00:00",
      "2027-11-08T00:00",
      ["11-07T05:30"],
    ],
    [
      "an hour with * goes through both",
      "30 * * * *",
      "2027-11-07T04:00",
      "2027-11-07T08:00",
      ["11-07T04:30", "11-07T05:30", "11-07T06:30", "11-07T07:30"],
    ],
  ])("%s", (_, cron, from, to, fires) => {
    expect(firesOf(cron, NEW_YORK, from, to)).toEqual(fires);
  });

  it("either day field is enough, but both are wanted where one begins with *", () => {
    expect(firesOf("0 0 13 * 5", "UTC", "2026-11-01T00:00", "2026-11-15T00:00")).toEqual([
      "11-06T00:00",
      "11-13T00:00",
    ]);
    expect(firesOf("0 0 */2 * 5", "UTC", "2026-11-01T00:00", "2026-11-30T00:00")).toEqual([
      "11-13T00:00",
      "11-27T00:00",
    ]);
  });

  it("a step after a single number is ignored", () => {
    expect(firesOf("5/20 0 * * *", "UTC", "2026-11-01T00:00", "2026-11-02T00:00")).toEqual(["11-01T00:05"]);
  });
});
