import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CronDialect } from "../../model/cron/cron-dialect.ts";
import { compileSchedule } from "../schedule.ts";
import { parseCron } from "./cron-expression.ts";
import { type CronFields } from "./cron-fields.ts";

const NAMES = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"] as const;
const DAY_MS = 86_400_000;

const asStandard = (cron: string): CronFields => parseCron(cron, { seed: "job" });
const asQuartz = (cron: string): CronFields => parseCron(cron, { seed: "job", dialect: CronDialect.Quartz });
const nameOf = (number: number): string => NAMES[number - 1] ?? "";

/** A weekday as Quartz numbers it. */
const number = fc.integer({ min: 1, max: 7 });
const time = fc.constantFrom("0 0 1", "15 30 8", "0 */5 *", "0 0/10 9-17", "*/20 * *");
const months = fc.constantFrom("*", "2", "JAN,JUL", "3-9/2");
const year = fc.constantFrom("", " *", " 2027", " 2026-2028,2030");

const sameDates = (quartz: string, standard: string): void => {
  expect(asQuartz(quartz)).toEqual(asStandard(standard));
};

describe("the dialects of cron", () => {
  it("agree on everything without a number for a weekday", () => {
    const dates = fc.constantFrom(
      "* * ?",
      "? * MON-FRI",
      "L * ?",
      "LW * ?",
      "15W * ?",
      "L-3 * ?",
      "1,15 * ?",
      "? * FRI#2",
      "? * MONL",
    );
    fc.assert(
      fc.property(time, dates, months, year, (at, date, month, inYear) => {
        const cron = `${at} ${date.replace(" * ", ` ${month} `)}${inYear}`;
        expect(asQuartz(cron)).toEqual(asStandard(cron));
      }),
    );
  });

  it("read each number as the same weekday's name, one, in a list, as the nth and as the last", () => {
    fc.assert(
      fc.property(
        time,
        fc.uniqueArray(number, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 5 }),
        (at, numbers, nth) => {
          const [one = 1] = numbers;
          sameDates(`${at} ? * ${numbers.join()}`, `${at} ? * ${numbers.map(nameOf).join()}`);
          sameDates(`${at} ? * ${one}#${nth}`, `${at} ? * ${nameOf(one)}#${nth}`);
          sameDates(`${at} ? * ${one}L`, `${at} ? * ${nameOf(one)}L`);
        },
      ),
    );
  });

  it("read a range of numbers as the names from one to the other, across the end of the week too", () => {
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 3 }), (from, to, step) => {
        const length = ((to - from + 7) % 7) + 1;
        const named = Array.from({ length }, (_, index) => NAMES[(from - 1 + index) % 7]).filter(
          (_, index) => index % step === 0,
        );
        expect(asQuartz(`0 0 1 ? * ${from}-${to}/${step}`).weekdays).toEqual(
          asStandard(`0 0 1 ? * ${named.join()}`).weekdays,
        );
      }),
    );
  });

  it("never give a number the same weekday", () => {
    fc.assert(
      fc.property(number, (one) => {
        expect(asQuartz(`0 0 1 ? * ${one}`).weekdays).not.toEqual(asStandard(`0 0 1 ? * ${one}`).weekdays);
      }),
    );
  });

  it.each([
    ["0 0 1 ? * 1/2", [0, 2, 4, 6]],
    ["0 0 1 ? * 3/3", [2, 5]],
    ["0 0 1 ? * L", [6]],
    ["0 0 1 ? * 7", [6]],
    ["0 0 1 ? * SAT-MON", [0, 1, 6]],
  ])("Quartz reads %s as %j", (cron, weekdays) => {
    expect(asQuartz(cron).weekdays).toEqual(weekdays);
  });

  it("Quartz lets hours and months run past their end", () => {
    expect(asQuartz("0 0 22-2 * * ?").hours).toEqual([0, 1, 2, 22, 23]);
    expect(asQuartz("0 0 20-4/2 * * ?").hours).toEqual([0, 2, 4, 20, 22]);
    expect(asQuartz("0 0 1 1 NOV-FEB ?").months).toEqual([1, 2, 11, 12]);
    expect(() => asStandard("0 0 22-2 * * ?")).toThrow(/runs backwards/);
  });

  it.each([
    ["0 0 1 1 * 2", "cron_both_days", 11],
    ["0 0 1 ? * 0", "cron_wrong_value", 11],
    ["0 0 1 ? * 8", "cron_wrong_value", 11],
    ["0 0 1 ? * 0L", "cron_wrong_value", 11],
  ])("Quartz refuses %s", (cron, code, position) => {
    expect(() => asQuartz(cron)).toThrow(
      expect.objectContaining({
        code: "invalid_cron",
        issues: [
          expect.objectContaining({
            pointer: "/cron",
            code,
            parameters: expect.objectContaining({ position }),
          }),
        ],
      }),
    );
  });

  it("are two schedules of one text", () => {
    const spec = {
      cron: "0 0 9 ? * 2",
      timeZone: "UTC",
      dst: { gap: "shift", overlap: "first" },
      seed: "",
    } as const;
    const from = new Date("2026-01-01T00:00:00Z");
    expect(
      compileSchedule({ ...spec, cronDialect: "quartz" })
        .next(from)
        ?.getUTCDay(),
    ).toBe(1);
    expect(
      compileSchedule({ ...spec, cronDialect: "standard" })
        .next(from)
        ?.getUTCDay(),
    ).toBe(2);
  });
});

describe("W", () => {
  it("is the nearest of Monday to Friday in the same month, of any day and of any day from the end", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2099 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 1, max: 31 }),
        fc.boolean(),
        (inYear, month, day, isFromEnd) => {
          const length = new Date(Date.UTC(inYear, month + 1, 0)).getUTCDate();
          const wanted = isFromEnd ? length - (day - 1) : day;
          const text = isFromEnd ? (day === 1 ? "LW" : `L-${day - 1}W`) : `${day}W`;
          const first = Date.UTC(inYear, month, 1);
          const schedule = (cron: string): Date | null =>
            compileSchedule({
              cron,
              timeZone: "UTC",
              dst: { gap: "shift", overlap: "first" },
              seed: "",
            }).next(new Date(first - 1000));
          const workdays = Array.from({ length }, (_, index) => index + 1).filter((date) => {
            const weekday = new Date(first + (date - 1) * DAY_MS).getUTCDay();
            return weekday !== 0 && weekday !== 6;
          });
          const nearest = workdays.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0];
          if (wanted < 1 || wanted > length) return;
          const fire = schedule(`0 0 0 ${text} ${month + 1} ? ${inYear}`);
          expect(fire?.getUTCDate()).toBe(nearest);
        },
      ),
    );
  });
});
