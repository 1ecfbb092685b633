import { describe, expect, it } from "vitest";
import { paramsEnvironment } from "./environment.ts";

describe("paramsEnvironment()", () => {
  const args = { day: "2026-11-20", rows: 3, list: [1, "ü"], none: null, "not-a-name": "x", nul: "a\0b" };

  it("has a variable for each parameter of a task's node that can be one", () => {
    expect(paramsEnvironment({ trigger: { type: "task" }, args })).toEqual({
      MOJOB_PARAM_day: "2026-11-20",
      MOJOB_PARAM_rows: "3",
      MOJOB_PARAM_list: '[1,"ü"]',
      MOJOB_PARAM_none: "null",
    });
    const long = { long: "x".repeat(5000), short: "x" };
    expect(paramsEnvironment({ trigger: { type: "task" }, args: long })).toEqual({ MOJOB_PARAM_short: "x" });
  });

  it("has none for other runs, nor for arguments without names", () => {
    expect(paramsEnvironment({ trigger: { type: "api" }, args })).toEqual({});
    expect(paramsEnvironment({ trigger: { type: "task" }, args: ["a"] })).toEqual({});
  });
});
