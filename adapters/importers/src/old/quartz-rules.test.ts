import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { quartzRules } from "./quartz-rules.ts";
import { clockSpans } from "./wall-clock.ts";
import { wallFires } from "./wall-fires.ts";

interface Recorded {
  readonly timeZone: string;
  readonly from: number;
  readonly to: number;
  readonly cron: string;
  readonly fires: readonly number[];
}

/** What Quartz 2.3.2 itself fired, recorded with `CronExpression.getNextValidTimeAfter`. */
const recorded = JSON.parse(
  readFileSync(new URL("../../fixtures/quartz-fires.json", import.meta.url), "utf8"),
) as readonly Recorded[];

describe("quartzRules()", () => {
  it.each(recorded)("$cron in $timeZone fires as Quartz itself", ({ timeZone, from, to, cron, fires }) => {
    const spans = clockSpans(timeZone, (from - 172_800) * 1000, (to + 172_800) * 1000);
    const old = wallFires(quartzRules(cron), spans);
    expect([...old.between(from * 1000, to * 1000)].map((at) => at / 1000)).toEqual(fires);
    expect(old.count(from * 1000, to * 1000)).toBe(fires.length);
  });

  it.each([
    ["0 0 12 1 * 2", "cron_both_days"],
    ["0 12 * * ?", "cron_fields"],
    ["0 60 12 * * ?", "cron_field"],
    ["0 0 12 L-3X * ?", "cron_field"],
    ["0 0 12 ? * FOO", "cron_field"],
  ])("%s is refused with %s", (cron, code) => {
    expect(() => quartzRules(cron)).toThrow(expect.objectContaining({ code }) as Error);
  });
});
