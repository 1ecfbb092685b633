import { expect, it } from "vitest";
import { CRON_PRESETS, presetOf, splitAtMistake, splitCron, withCronField } from "./cron-fields.ts";

it.each([
  ["0 30 8 * * 1", ["0", "30", "8", "*", "*", "1"]],
  ["30 8 * * 1", ["0", "30", "8", "*", "*", "1"]],
  ["@daily", ["0", "0", "0", "*", "*", "*"]],
  ["* *", null],
  ["", null],
])("splitCron() of %j", (cron, fields) => {
  expect(splitCron(cron)).toEqual(fields);
});

it("withCronField() changes one field; none means any, and a field holds no spaces", () => {
  expect(withCronField("30 8 * * 1", 2, "9,12")).toBe("0 30 9,12 * * 1");
  expect(withCronField("0 30 8 * * 1", 5, "")).toBe("0 30 8 * * *");
  expect(withCronField("0 30 8 * * 1", 5, " 1 - 5 ")).toBe("0 30 8 * * 1-5");
  expect(withCronField("nonsense", 1, "5")).toBe("0 5 * * * *");
});

it("presetOf() knows a preset however it is written", () => {
  expect(presetOf("*/5 * * * *")).toBe("every5Minutes");
  expect(presetOf("@hourly")).toBe("hourly");
  expect(presetOf("0 1 2 3 4 5")).toBe(null);
  expect(Object.values(CRON_PRESETS).map((cron) => presetOf(cron))).toEqual(Object.keys(CRON_PRESETS));
});

it.each([
  ["0 0 25 * * *", 5, ["0 0 ", "25", " * * *"]],
  ["0 0 1,25 * * *", 7, ["0 0 1,", "25", " * * *"]],
  ["* *", 4, ["* *", "", ""]],
  ["", 1, ["", "", ""]],
])("splitAtMistake() marks in %j what begins at %d", (cron, position, parts) => {
  expect(Object.values(splitAtMistake(cron, position))).toEqual(parts);
});
