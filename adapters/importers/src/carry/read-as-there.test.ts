import { describe, expect, it } from "vitest";
import type { OldDialect } from "../old/old-schedule.ts";
import { carrySchedule } from "./carry-schedule.ts";

/** `null`: it is made without a schedule, and says why. Each was found by asking the scheduler itself (`test/`). */
const CASES: readonly (readonly [OldDialect, string, string | null])[] = [
  // A week of the month and a weekday, which both have to be.
  ["crontab", "0 0 1-7 * */7", "0 0 * * 0#1"],
  ["crontab", "0 6 8-14,22-28 * */3", "0 6 * * 0#2,0#4,3#2,3#4,6#2,6#4"],
  ["crontab", "0 6 29-31 * */5", "0 6 * * 0#5,5#5"],
  ["crontab", "0 0 */1 * 5", "0 0 * * 5"],
  ["crontab", "0 0 1,* * 5", "0 0 * * *"],
  ["crontab", "0 0 9 * 0-6", "0 0 * * *"],
  ["crontab", "0 0 * * 0-7", "0 0 * * *"],
  // Steps that are longer than their field.
  ["crontab", "*/90 * * * *", "0 * * * *"],
  ["crontab", "5 */30 * * *", "5 0 * * *"],
  ["crontab", "5 0 */40 */13 *", "5 0 1 1 *"],
  ["crontab", "10-50/99 * * * *", "10 * * * *"],
  ["crontab", "*/0 * * * *", null],
  ["crontab", "0 0 ? * 5", null],
  // Random values.
  ["crontab", "0~59 3 * * *", "H(0-59) 3 * * *"],
  ["crontab", "~ ~ * * *", "H(0-59) H(0-23) * * *"],
  ["crontab", "20~ 3 1~7 * *", "H(20-59) 3 H(1-7) * *"],
  ["crontab", "~10,30~40 3 * * *", "H(0-10),H(30-40) 3 * * *"],
  ["crontab", "59~3 3 * * *", null],
  ["crontab", "0~60 3 * * *", null],
  ["crontab", "~/10 * * * *", null],
  ["quartz", "0 0 0 ? * MON/2", "0 0 0 ? * MON"],
  ["quartz", "0 0 0 ? JAN-JUN/3 *", "0 0 0 ? JAN-JUN *"],
  ["quartz", "0 5-40/0 0 ? * *", "0 5 0 ? * *"],
  ["quartz", "0 0 0 ? * MON-5", null],
  ["quartz", "0 0 0 ? 2-MAR *", null],
  ["quartz", "0 0 12 * * *", null],
  ["quartz", "0 0 12 ? * ?", null],
  ["cronUtils", "0 0 0 ? * MON/2", "0 0 0 ? * MON/2"],
  ["cronUtils", "0 0 22-2 * * ?", null],
  ["cronUtils", "0 0 0 31W * ?", null],
  ["cronUtils", "0 0/0 0 * * ?", null],
  ["croniter", "0 0 * * L5", "0 0 * * 5L"],
  ["croniter", "0 0 5-5 * *", null],
  ["croniter", "0 0 1 * 1#2", null],
  ["croniter", "0 0 1 * L5", null],
  ["croniter", "0 0 * * 2,1#2", null],
  ["croniter", "0 0 1,* * 1", "0 0 * * 1"],
  ["croniter", "0 0 1-31 * 1", "0 0 * * *"],
  ["croniter", "0 0 1-31 * */2", "0 0 * * */2"],
  ["croniter", "0 0 1 * 1/2", null],
  ["cronParser", "@weekdays", "0 0 * * 1-5"],
  ["cronParser", "@minutely", "* * * * *"],
  ["cronParser", "0 0 * * 1,3#2", null],
];

describe("carrySchedule()", () => {
  it.each(CASES)("of %s reads %j as %j", (dialect, text, cron) => {
    const { options, findings } = carrySchedule({ dialect, text, timeZone: "UTC" }, "en");
    expect(options.cron).toBe(cron);
    const codes = findings.map(({ code }) => code);
    expect(codes.includes("cron_not_carried")).toBe(cron === null);
    expect(codes.includes("random_value")).toBe(cron?.includes("H(") === true);
  });
});
