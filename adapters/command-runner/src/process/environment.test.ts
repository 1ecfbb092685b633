import { describe, expect, it } from "vitest";
import { paramsEnvironment } from "./environment.ts";

describe("paramsEnvironment()", () => {
  const args = { day: "2026-11-20", rows: 3, list: [1, "ü"], none: null, "not-a-name": "x", nul: "a\0b" };

  it("has a variable for each parameter of a task's node that can be one", () => {
    expect(paramsEnvironment({ trigger: { type: "task" }, jobKey: "shop.report", args })).toEqual({
      MOJOB_PARAM_day: "2026-11-20",
      MOJOB_PARAM_rows: "3",
      MOJOB_PARAM_list: '[1,"ü"]',
      MOJOB_PARAM_none: "null",
    });
    const long = { long: "x".repeat(5000), short: "x" };
    expect(paramsEnvironment({ trigger: { type: "task" }, jobKey: "shop.report", args: long })).toEqual({
      MOJOB_PARAM_short: "x",
    });
  });

  it("has those of work that the body holds by their own names too, but for names that programs take for settings", () => {
    const given = {
      file1: "/in/a",
      PATH: "/evil",
      http_proxy: "http://evil",
      npm_config_registry: "x",
      A: "1",
    };
    expect(
      paramsEnvironment({ trigger: { type: "task" }, jobKey: "shop.nightly#concat@3", args: given }),
    ).toEqual({
      file1: "/in/a",
      MOJOB_PARAM_file1: "/in/a",
      MOJOB_PARAM_PATH: "/evil",
      MOJOB_PARAM_http_proxy: "http://evil",
      MOJOB_PARAM_npm_config_registry: "x",
      MOJOB_PARAM_A: "1",
    });
  });

  it("has the path of a file that an expression names", () => {
    const files = { one: { $file: "/in/a.txt" }, other: { $file: "/in/b.txt", more: 1 } };
    expect(paramsEnvironment({ trigger: { type: "task" }, jobKey: "shop.report", args: files })).toEqual({
      MOJOB_PARAM_one: "/in/a.txt",
      MOJOB_PARAM_other: '{"$file":"/in/b.txt","more":1}',
    });
  });

  it("has none for other runs, nor for arguments without names", () => {
    expect(paramsEnvironment({ trigger: { type: "api" }, jobKey: "shop.report", args })).toEqual({});
    expect(paramsEnvironment({ trigger: { type: "task" }, jobKey: "shop.report", args: ["a"] })).toEqual({});
  });
});
