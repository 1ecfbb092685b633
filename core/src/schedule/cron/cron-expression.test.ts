import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { processorMs } from "@mojob/test-fixtures/processor-time";
import { isMoJobError, MoJobErrorCode } from "../../base/error.ts";
import { parseCron } from "./cron-expression.ts";
import type { CronFields } from "./cron-fields.ts";
import { CronMistakeError } from "./cron-mistake.ts";

const seed = "ledger.close-day";

/** The mistake `parseCron` refuses the expression for; `null` when it reads it. */
function mistakeIn(text: string): CronMistakeError | null {
  try {
    parseCron(text, { seed });
    return null;
  } catch (error) {
    if (error instanceof Error && error.cause instanceof CronMistakeError) return error.cause;
    throw error;
  }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

function refusal(text: string, options: { seed: string } = { seed }): unknown {
  try {
    parseCron(text, options);
  } catch (error) {
    return error;
  }
  throw new Error(`"${text}" was not refused`);
}

describe("parseCron() reads", () => {
  test.each<[string, Partial<CronFields>]>([
    ["* * * * *", { seconds: [0], minutes: range(0, 59), hours: range(0, 23), interval: true }],
    ["5 4 * * * *", { seconds: [5], minutes: [4], hours: range(0, 23) }],
    ["  0\t0 1 * * *  ", { seconds: [0], minutes: [0], hours: [1], interval: false }],
    ["*/20 10-40/15 0 * * *", { seconds: [0, 20, 40], minutes: [10, 25, 40] }],
    ["0 50/3 0 * * *", { minutes: [50, 53, 56, 59] }],
    ["0 1-5,3,3,*/30 0 * * *", { minutes: [0, 1, 2, 3, 4, 5, 30] }],
    ["0 0 0 1,15 * *", { daysOfMonth: [1, 15], dayOfMonthRestricted: true, dayOfWeekRestricted: false }],
    [
      "0 0 0 L * *",
      { daysOfMonth: [], monthDays: [{ from: "end", day: 0, isWorkday: false }], dayOfMonthRestricted: true },
    ],
    ["0 0 0 1,L,L * *", { daysOfMonth: [1], monthDays: [{ from: "end", day: 0, isWorkday: false }] }],
    [
      "0 0 0 LW * *",
      { daysOfMonth: [], monthDays: [{ from: "end", day: 0, isWorkday: true }], dayOfMonthRestricted: true },
    ],
    ["0 0 0 1,LW * ?", { daysOfMonth: [1], monthDays: [{ from: "end", day: 0, isWorkday: true }] }],
    ["0 0 0 15w * *", { monthDays: [{ from: "start", day: 15, isWorkday: true }] }],
    [
      "0 0 0 L-3,L-1W * *",
      {
        monthDays: [
          { from: "end", day: 3, isWorkday: false },
          { from: "end", day: 1, isWorkday: true },
        ],
      },
    ],
    ["0 0 0 1 1 * *", { years: null }],
    ["0 0 0 1 1 ? 2026", { years: [2026] }],
    ["0 0 0 1 1 ? 2026-2028,2030", { years: [2026, 2027, 2028, 2030] }],
    ["0 0 0 1 1 ? 2190/4", { years: [2190, 2194, 2198] }],
    ["0 0 0 31 4,5 *", { daysOfMonth: [31], months: [4, 5] }],
    ["0 0 0 31 2 1", { daysOfMonth: [31], weekdays: [1] }],
    ["0 0 0 ? * ?", { dayOfMonthRestricted: false, dayOfWeekRestricted: false, weekdays: range(0, 6) }],
    ["0 0 0 * jan,DEC,Jun-aug *", { months: [1, 6, 7, 8, 12] }],
    ["0 0 0 * * mon-FRI", { weekdays: range(1, 5), dayOfWeekRestricted: true }],
    ["0 0 0 * * FRI-SUN", { weekdays: [0, 5, 6] }],
    ["0 0 0 * * 7", { weekdays: [0] }],
    ["0 0 0 * * 0,7,5-7", { weekdays: [0, 5, 6] }],
    ["0 0 0 * * */2", { weekdays: [0, 2, 4, 6] }],
    ["0 0 0 * * 1/2", { weekdays: [0, 1, 3, 5] }],
    ["0 0 0 * * 5L", { weekdays: [], lastWeekdays: [5] }],
    ["0 0 0 * * friL,7L,2", { weekdays: [2], lastWeekdays: [0, 5] }],
    ["0 0 0 * * 5#2", { weekdays: [], nthWeekdays: [{ weekday: 5, nth: 2 }] }],
    [
      "0 0 0 * * TUE#3,7#1,2#3",
      {
        nthWeekdays: [
          { weekday: 0, nth: 1 },
          { weekday: 2, nth: 3 },
        ],
      },
    ],
    ["@yearly", { seconds: [0], minutes: [0], hours: [0], daysOfMonth: [1], months: [1] }],
    ["@annually", { daysOfMonth: [1], months: [1] }],
    ["@monthly", { daysOfMonth: [1], months: range(1, 12) }],
    ["@weekly", { weekdays: [0], dayOfMonthRestricted: false }],
    ["@daily", { hours: [0], interval: false }],
    ["@midnight", { hours: [0] }],
    ["@hourly", { hours: range(0, 23), minutes: [0], interval: true }],
  ])("%s", (text, expected) => {
    expect(parseCron(text, { seed })).toMatchObject(expected);
  });

  test.each([
    ["0 0 */2 * * *", true],
    ["0 0 1-9/2 * * *", true],
    ["0 0 H/6 * * *", true],
    ["0 0 0-23 * * *", true],
    ["0 0 1-9 * * *", false],
    ["0 0 */6,1 * * *", false],
  ])("the hours of %s as an interval: %s", (text, interval) => {
    expect(parseCron(text, { seed }).interval).toBe(interval);
  });
});

describe("parseCron() refuses with the position of the mistake", () => {
  test.each<[string, number, string]>([
    ["", 1, "empty"],
    ["   ", 1, "empty"],
    ["* * *", 6, "after 3 fields"],
    [
      "0 9 * * * Asia/Tokyo",
      11,
      '"Asia/Tokyo" is a time zone, which is an option of its own; write it as timeZone',
    ],
    ["CRON_TZ=Europe/Berlin 0 9 * * *", 1, '"Europe/Berlin" is a time zone'],
    ["TZ=CST6CDT 0 9 * * *", 1, '"CST6CDT" is a time zone'],
    ["0 0 9 * * * America/Argentina/Salta", 13, '"America/Argentina/Sa…" is a time zone'],
    ["0 9 * * * UTC", 11, '"UTC" is a time zone'],
    ["0 9 * * MON/TUE", 13, 'the step "TUE"'],
    ["*", 2, "after 1 field;"],
    ["0 0 0 1 1 * 2026 *", 18, "the year last"],
    ["0 0 0 1 1 * 1969", 13, '"1969" is no year; write 1970 to 2199'],
    ["0 0 0 1 1 * H", 13, '"H" is no year'],
    ["60 * * * *", 1, '"60" is no minute; write 0 to 59'],
    ["60 * * * * *", 1, '"60" is no second'],
    ["0 0 24 * * *", 5, '"24" is no hour; write 0 to 23'],
    ["0 0 0 0 * *", 7, '"0" is no day of month; write 1 to 31'],
    ["0 0 0 1 13 *", 9, '"13" is no month; write 1 to 12 or JAN to DEC'],
    ["0 0 0 * * 8", 11, '"8" is no day of week; write 0 to 7 or SUN to SAT'],
    ["0 0 0 * * MONDAY", 11, '"MONDAY" is no day of week'],
    ["0 0 0 * FOO *", 9, '"FOO" is no month'],
    ["*/70 * * * * *", 3, 'the step "70" does not fit the second field; write 1 to 59'],
    ["0 */60 * * * *", 5, "write 1 to 59"],
    ["0 0 */24 * * *", 7, "write 1 to 23"],
    ["*/0 * * * * *", 3, "write 1 to 59"],
    ["*/ * * * * *", 3, 'the step ""'],
    ["*/x * * * * *", 3, 'the step "x"'],
    ["*/5/5 * * * * *", 4, 'a second "/"'],
    ["0 0 0 1,,2 * *", 9, "a value is missing"],
    ["0 0 0 1, * *", 9, "a value is missing"],
    ["0 0 0 1- * *", 9, "a value is missing"],
    ["0 5-1 * * * *", 3, 'the range "5-1" runs backwards'],
    ["0 1-2-3 * * * *", 6, 'a second "-"'],
    ["0 0 0 * * SAT-MON", 11, "runs backwards"],
    ["0 0 0 32W * *", 7, '"32" is no day of month'],
    ["0 0 0 W * *", 7, '"W" is no workday'],
    ["0 0 0 1-5W * *", 7, '"1-5W" is no workday'],
    ["0 0 0 31W 4 *", 7, "write 1 to 30"],
    ["0 0 0 L-31 * *", 7, '"L-31" is no day of the month'],
    ["0 0 0 L-0 * *", 7, '"L-0" is no day of the month'],
    ["0 0 0 5L * *", 7, "write L for the last one"],
    ["0 0 0 L/2 * *", 7, "takes no step"],
    ["0 0 0 * * L", 11, "write a weekday before it"],
    ["0 0 0 * * 9L", 11, '"9" is no day of week'],
    ["0 0 0 * * 5#6", 13, "write 1 to 5"],
    ["0 0 0 * * 5#", 13, "write 1 to 5"],
    ["0 0 0 * * 5#1#2", 13, "write 1 to 5"],
    ["0 0 0 * * 5#2/2", 11, "takes no step"],
    ["0 0 0 5#2 * *", 8, "belongs in the day of week field"],
    ["0 L * * * *", 3, '"L" is no minute'],
    ["? * * * * *", 1, 'write "*" in the second field'],
    ["0 0 0 ?/2 * *", 7, "takes no step"],
    ["0 0 0 **  * *", 7, '"**" is no day of month'],
    ["0 0 0 -1 * *", 7, "a value is missing"],
    ["0 1.5 * * * *", 3, '"1.5" is no minute'],
    ["0 H(9-3) * * * *", 5, "runs backwards"],
    ["0 H(9-90) * * * *", 7, '"90" is no minute'],
    ["0 H(9) * * * *", 3, "write H, H(from-to) or H/step"],
    ["0 h * * * *", 3, '"h" is no minute'],
    ["@fortnightly", 1, "is no macro; write @yearly"],
    ["@Daily", 1, "is no macro"],
    [" @daily x", 9, "nothing may follow @daily"],
    ["0 0 0 31 2 *", 7, "no month of this expression has such a day; write 1 to 29"],
    ["0 0 0 31 4,6 *", 7, "write 1 to 30"],
    [`${"1,".repeat(64)}1 * * * * *`, 129, "at most 64 items"],
    [`0 0 0 * * *${" ".repeat(1024)}`, 1025, "too long"],
  ])("%s", (text, position, wanted) => {
    const error = refusal(text);
    expect(isMoJobError(error, MoJobErrorCode.InvalidCron)).toBe(true);
    expect(error).toMatchObject({
      message: expect.stringContaining(`at character ${position}: `),
      issues: [{ pointer: "/cron", message: expect.stringContaining(wanted) }],
    });
    expect(mistakeIn(text)).toMatchObject({ position });
  });
});

describe("H", () => {
  test("gives a job the same times whenever it is parsed, and another job others", () => {
    const text = "H H H H * *";
    const jobs = ["a", "b", "c", "d"].map((seed) => JSON.stringify(parseCron(text, { seed })));
    expect(new Set(jobs).size).toBe(4);
    expect(["a", "b", "c", "d"].map((seed) => JSON.stringify(parseCron(text, { seed })))).toEqual(jobs);
  });

  test("stays within its range and on days that every month has", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (seed) => {
        const { minutes, daysOfMonth } = parseCron("0 H(10-20) H/6 H 2 *", { seed });
        expect(minutes).toHaveLength(1);
        expect(minutes[0]).toBeGreaterThanOrEqual(10);
        expect(minutes[0]).toBeLessThanOrEqual(20);
        expect(daysOfMonth[0]).toBeLessThanOrEqual(28);
      }),
    );
  });

  test("is refused without a job key, as it would move at every parse", () => {
    expect(refusal("0 0 H * * *", { seed: "" })).toMatchObject({
      issues: [{ pointer: "/cron", message: expect.stringContaining("At character 5") }],
    });
  });
});

const piece = fc.constantFrom(
  ..."0159*/-,#?LWH".split(""),
  "MON",
  "sun",
  "JAN",
  "10",
  "31",
  "H(1-5)",
  "-7",
  "/2",
);
const word = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(""));
const likelyWord = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("*", "0", "1-5", "*/2", "1,3", "H") },
  { weight: 1, arbitrary: word },
);
const cronSoup = fc.array(likelyWord, { minLength: 5, maxLength: 6 }).map((words) => words.join(" "));

test("parseCron() either reads a text or names a position in it, whatever the text, in our own words", () => {
  fc.assert(
    fc.property(fc.oneof(cronSoup, fc.string(), fc.string({ unit: "binary" })), (text) => {
      const mistake = mistakeIn(text);
      if (mistake === null) {
        const fields = parseCron(text, { seed });
        for (const list of [fields.seconds, fields.minutes, fields.hours, fields.months]) {
          expect(list.length).toBeGreaterThan(0);
        }
      } else {
        expect(mistake.position).toBeGreaterThanOrEqual(1);
        expect(mistake.position).toBeLessThanOrEqual(text.length + 1);
        // cron-parser refuses without a reason; our own checks must have found the mistake before.
        expect(mistake.message).not.toContain("cannot be read");
      }
    }),
    { numRuns: 1500 },
  );
});

test("parseCron() takes at most 10 ms for the worst text of its length", () => {
  const list = Array.from({ length: 64 }, (_, index) => `${index % 30}-${30 + (index % 29)}`).join(",");
  const text = `${list} ${list} 0 * * *`;
  parseCron(text, { seed });
  const tenMs = processorMs(() => {
    for (let run = 0; run < 10; run += 1) parseCron(text, { seed });
  });
  // Ten times the bound, because a machine may be slow.
  expect(tenMs / 10).toBeLessThan(100);
});
