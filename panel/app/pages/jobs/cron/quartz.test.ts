import { describe, expect, it } from "vitest";
import { quartzReadings } from "./quartz.ts";

describe("quartzReadings()", () => {
  it.each([
    ["0 0 1 ? * 2", "0 0 1 ? * TUE", "0 0 1 ? * MON"],
    ["0 0 1 ? * 2-6", "0 0 1 ? * TUE-SAT", "0 0 1 ? * MON-FRI"],
    ["0 0 1 ? * 6L", "0 0 1 ? * SATL", "0 0 1 ? * FRIL"],
    ["0 0 1 ? * 1,7", "0 0 1 ? * MON,SUN", "0 0 1 ? * SUN,SAT"],
    ["0 0 1 ? * 6#3", "0 0 1 ? * SAT#3", "0 0 1 ? * FRI#3"],
    ["0 0 1 ? * 2 2026", "0 0 1 ? * TUE 2026", "0 0 1 ? * MON 2026"],
  ])("%s", (cron, here, quartz) => {
    expect(quartzReadings(cron)).toEqual({ here, quartz });
  });

  it.each(["0 0 1 * * 2", "0 0 1 ? * MON", "0 0 1 1 * ?", "0 1 * * 2", ""])("%s has one reading", (cron) => {
    expect(quartzReadings(cron)).toBeNull();
  });
});
