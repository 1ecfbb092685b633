import { describe, expect, it } from "vitest";
import { formatAhead, formatDuration, formatInstant, formatRelative } from "./format-time.ts";

const AT = new Date("2026-03-08T06:59:59.000Z");

describe("times", () => {
  it.each([
    ["UTC", "2026-03-08 06:59:59"],
    ["America/New_York", "2026-03-08 01:59:59"],
    ["Asia/Shanghai", "2026-03-08 14:59:59"],
  ])("in %s are written as %s", (timeZone, text) => {
    expect(formatInstant(AT, timeZone)).toBe(text);
  });

  it.each([
    [12_400, "en", "in 12 sec."],
    [-59_000, "en", "59 sec. ago"],
    [-3 * 3_600_000, "en", "3 hr. ago"],
    [90 * 3_600_000, "zh", "3 天后"],
    [0, "en", "now"],
    [-400, "zh", "现在"],
  ])("%d ms from now in %s are %s", (ms, language, text) => {
    expect(formatRelative(AT.getTime() + ms, AT.getTime(), language)).toBe(text);
  });

  it.each([
    [90 * 3_600_000, "zh", "3 天 18 小时后"],
    [5 * 3_600_000 + 12 * 60_000, "en", "in 5 h 12 min"],
    [61_000, "zh", "1 分 1 秒后"],
    [60_000, "en", "in 1 min."],
    [12_000, "en", "in 12 sec."],
    [-3_700_000, "en", "1 hr. ago"],
  ])("%d ms from now in %s are %s, of what is to come", (ms, language, text) => {
    expect(formatAhead(AT.getTime() + ms, AT.getTime(), language)).toBe(text);
  });

  it.each([
    [0, "0 ms"],
    [999, "999 ms"],
    [4230, "4.2 s"],
    [60_000, "1 min"],
    [185_000, "3 min 5 s"],
    [7_200_000, "2 h"],
    [7_260_000, "2 h 1 min"],
  ])("%d ms took %s", (ms, text) => {
    expect(formatDuration(ms, "en")).toBe(text);
  });
});
