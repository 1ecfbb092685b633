import { compileSchedule } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { intervalFires } from "../old/interval-fires.ts";
import { intervalCron } from "./interval-cron.ts";

const ANCHOR_MS = Date.parse("2026-11-22T13:17:41Z");
const FROM_MS = Date.parse("2026-12-01T00:00:00Z");

describe("intervalCron()", () => {
  it.each([1, 5, 30, 60, 90, 300, 420, 1200, 3600, 7200, 18_000, 43_200, 86_400, 604_800, 1_209_600])(
    "an interval of %i s has the same fires, or is none",
    (seconds) => {
      const cron = intervalCron(seconds * 1000, ANCHOR_MS);
      expect(cron === null).toBe([90, 420, 18_000, 1_209_600].includes(seconds));
      if (cron === null) return;
      const old = [...intervalFires(seconds * 1000, ANCHOR_MS).between(FROM_MS, FROM_MS + seconds * 40_000)];
      const schedule = compileSchedule({
        cron,
        timeZone: "UTC",
        dst: { gap: "shift", overlap: "first" },
        seed: "",
      });
      const fresh: number[] = [];
      for (
        let at = schedule.next(new Date(FROM_MS - 1));
        fresh.length < old.length && at !== null;
        at = schedule.next(at)
      )
        fresh.push(at.getTime());
      expect(fresh).toEqual(old);
      expect(old).toHaveLength(40);
    },
  );

  it("parts of a second are none", () => {
    expect(intervalCron(1500, ANCHOR_MS)).toBe(null);
  });
});
