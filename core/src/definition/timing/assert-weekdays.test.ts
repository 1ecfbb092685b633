import { expect, test } from "vitest";
import { resolveJobOptions } from "../../model/option/resolve-options.ts";
import type { ScheduleOptions, StatedOptions } from "../../model/option/job-options.ts";
import { assertWeekdays, statesDialect } from "./assert-weekdays.ts";

const AMBIGUOUS = "0 0 9 ? * 2-6";

function schedule(stated: StatedOptions): ScheduleOptions {
  const { schedule } = resolveJobOptions("recurring", stated, "job");
  if (schedule === null) throw new Error("A recurring job has a schedule");
  return schedule;
}

const check =
  (options: ScheduleOptions, before: ScheduleOptions | null = null, isStated = false) =>
  () =>
    assertWeekdays(options, { jobKey: "job", before, isStated }, 'change job "job"');

test("an expression that can be meant in two ways is refused with both, its own and a named one", () => {
  expect(check(schedule({ cron: AMBIGUOUS }))).toThrow(
    expect.objectContaining({
      code: "invalid_cron",
      message: expect.stringContaining("TUE-SAT in crontab and MON-FRI in Quartz"),
      issues: [expect.objectContaining({ pointer: "/cron", code: "cron_weekday_unclear" })],
    }),
  );
  expect(check(schedule({ schedules: [{ name: "a", cron: AMBIGUOUS }] }))).toThrow(
    expect.objectContaining({ issues: [expect.objectContaining({ pointer: "/schedules/0/cron" })] }),
  );
});

test("a stated dialect says which, and what stands there already is not asked about", () => {
  const asked = schedule({ cron: AMBIGUOUS });
  expect(check(asked, null, true)).not.toThrow();
  expect(check(asked, asked)).not.toThrow();
  expect(check(asked, schedule({ cron: "0 0 8 ? * 2-6" }))).toThrow("2-6");
  expect(
    check(schedule({ schedules: [{ name: "a", cron: AMBIGUOUS, cronDialect: "standard" }] })),
  ).not.toThrow();
});

test("code, an edit, the scheduler's defaults and records of before state the dialect", () => {
  expect(statesDialect({ code: ["cron"], global: [] })).toBe(false);
  expect(statesDialect({ code: ["cronDialect"], global: [] })).toBe(true);
  expect(statesDialect({ code: [], global: ["cronDialect"] })).toBe(true);
  expect(statesDialect({ code: [], global: [] }, ["cronDialect"])).toBe(true);
  expect(statesDialect(undefined)).toBe(true);
});
