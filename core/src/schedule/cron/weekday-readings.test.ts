import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCron } from "./cron-expression.ts";
import { weekdayReadings } from "./weekday-readings.ts";

describe("weekdayReadings()", () => {
  it.each([
    ["0 0 9 ? * 2-6", "TUE-SAT", "MON-FRI"],
    ["0 0 9 ? * 2 2027", "TUE", "MON"],
    ["0 0 1 ? * 6L", "SATL", "FRIL"],
    ["0 0 1 ? * 6#3", "SAT#3", "FRI#3"],
    ["0 0 1 ? * 1,7", "MON,SUN", "SUN,SAT"],
    ["0 0 1 ? * MON,3", "MON,WED", "MON,TUE"],
  ])("%s means two things", (cron, standard, quartz) => {
    expect(weekdayReadings(cron, "job")).toMatchObject({ position: 11, standard, quartz });
  });

  it.each([
    "0 9 * * 1-5",
    "0 9 ? * 2-6",
    "0 9 * * *",
    "0 30 9 * * 1-5",
    "0 0 9 ? * MON-FRI",
    "0 0 9 ? * 1-7",
    "0 0 9 ? * */2",
    "0 0 9 ? * 0",
    "0 0 9 1 * ?",
    "0 0 9 ? * 9",
    "@daily",
    "",
  ])("%j means one thing or nothing", (cron) => {
    expect(weekdayReadings(cron, "job")).toBeNull();
  });

  it("writes with names what each dialect reads in the numbers", () => {
    const number = fc.integer({ min: 1, max: 7 });
    const item = fc.oneof(
      number.map(String),
      fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`),
      fc.tuple(number, fc.integer({ min: 1, max: 5 })).map(([a, nth]) => `${a}#${nth}`),
    );
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 3 }), (items) => {
        const readings = weekdayReadings(`0 0 9 ? * ${items.join()}`, "job");
        if (readings === null) return;
        for (const dialect of ["standard", "quartz"] as const) {
          const named = parseCron(`0 0 9 ? * ${readings[dialect]}`, { seed: "job", dialect: "quartz" });
          expect(named).toEqual(parseCron(`0 0 9 ? * ${items.join()}`, { seed: "job", dialect }));
        }
      }),
    );
  });
});
