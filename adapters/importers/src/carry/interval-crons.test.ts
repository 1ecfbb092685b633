import { compileSchedule } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { intervalFires } from "../old/interval-fires.ts";
import { intervalCrons } from "./interval-crons.ts";

const ANCHOR_MS = Date.parse("2026-11-22T13:17:41Z");
const FROM_MS = Date.parse("2026-12-01T00:00:00Z");
const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/** The fires of all of the expressions, in order; those of two schedules that meet are there twice. */
function firesOf(crons: readonly string[], fromMs: number, toMs: number): readonly number[] {
  const fires = crons.flatMap((cron) => {
    const schedule = compileSchedule({
      cron,
      timeZone: "UTC",
      dst: { gap: "shift", overlap: "first" },
      seed: "",
    });
    const own: number[] = [];
    let at = schedule.next(new Date(fromMs - 1));
    for (; at !== null && at.getTime() < toMs; at = schedule.next(at)) own.push(at.getTime());
    return own;
  });
  return fires.sort((left, right) => left - right);
}

describe("intervalCrons()", () => {
  it.each([
    [1, 1],
    [5, 1],
    [30, 1],
    [60, 1],
    [300, 1],
    [1200, 1],
    [3600, 1],
    [7200, 1],
    [43_200, 1],
    [86_400, 1],
    [604_800, 1],
    // More than one schedule:
    [25, 5],
    [40, 2],
    [45, 3],
    [90, 2],
    [100, 3],
    [450, 2],
    [2700, 3],
    [5400, 2],
    [25_200, 7],
    [302_400, 2],
    // None: they divide no week, or need too many.
    [7, 0],
    [18_000, 0],
    [1_209_600, 0],
    [864, 0],
    [32, 0],
  ])("an interval of %i s has the same fires in %i schedules", (seconds, count) => {
    const crons = intervalCrons(seconds * 1000, ANCHOR_MS);
    expect(crons).toHaveLength(count);
    if (count === 0) return;
    const toMs = FROM_MS + (seconds < 3600 ? 25 * HOUR_MS : 3 * WEEK_MS);
    const old = [...intervalFires(seconds * 1000, ANCHOR_MS).between(FROM_MS, toMs)];
    expect(firesOf(crons, FROM_MS, toMs)).toEqual(old);
    expect(old.length).toBeGreaterThan(2);
  });

  it.each([
    [90, ["0 */3 * * * *", "30 1-59/3 * * * *"]],
    [7200, ["0 0 */2 * * *"]],
    [20, ["*/20 * * * * *"]],
  ])("%i s from midnight is written %j", (seconds, crons) => {
    expect(intervalCrons(seconds * 1000, 0)).toEqual(crons);
  });

  it("parts of a second are none", () => {
    expect(intervalCrons(1500, ANCHOR_MS)).toEqual([]);
  });
});
