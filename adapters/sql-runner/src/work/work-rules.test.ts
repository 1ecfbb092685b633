import { parseJobWork } from "@mojob/core/engine";
import { registerWorkKind } from "@mojob/core/ports";
import { beforeAll, describe, expect, it } from "vitest";
import { SQL_WORK } from "./work-rules.ts";

const WORK = { kind: "sql", connection: "orders", statement: "SELECT 1" };
/** A JSON pointer to a member of the work. */
const pointerTo = (member: string): string => ["", "work", member].join("/");

beforeAll(() => registerWorkKind(SQL_WORK));

describe("work that is a statement", () => {
  it.each([
    {},
    { values: ["a", 1, 1.5, true, false, null, { arg: "/day" }, { arg: "" }, { arg: "/a~1b/0" }] },
    { output: { file: "orders.csv", format: "csv" }, maxRows: 10 },
    { output: { file: "订单.jsonl", format: "jsonl" } },
  ])("is parsed as it is: %j", (more) => {
    expect(parseJobWork({ ...WORK, ...more }, "create a job")).toEqual({ ...WORK, ...more });
  });

  it.each([
    [{ connection: "" }, "connection", "empty"],
    [{ connection: undefined }, "connection", "not_text"],
    [{ statement: " \n" }, "statement", "blank"],
    [{ statement: "SELECT 1\0; DROP TABLE a" }, "statement", "not_plain"],
    [{ statement: "x".repeat(100_001) }, "statement", "too_long"],
    [{ url: "postgres://db" }, "url", "unknown_name"],
    [{ values: "a" }, "values", "not_list"],
    [{ values: [{ arg: "day" }] }, "values/0/arg", "bound_value_rule"],
    [{ values: [{ arg: "/a~2" }] }, "values/0/arg", "bound_value_rule"],
    [{ values: [{ file: "/a" }] }, "values/0", "bound_value_rule"],
    [{ values: [["a"]] }, "values/0", "bound_value_rule"],
    [{ values: ["a\0"] }, "values/0", "not_plain"],
    [{ values: Array.from({ length: 1001 }, () => 1) }, "values", "too_many"],
    [{ output: { file: "../a.csv", format: "csv" } }, "output/file", "not_file_name"],
    [{ output: { file: "a.xlsx", format: "xlsx" } }, "output/format", "not_one_of"],
    [{ output: { file: "a.csv" } }, "output/format", "required"],
    [{ maxRows: 0 }, "maxRows", "too_small"],
    [{ maxRows: 1.5 }, "maxRows", "not_whole"],
  ])("is refused with a pointer: %j", (more, member, code) => {
    expect(() => parseJobWork({ ...WORK, ...more }, "create a job")).toThrow(
      expect.objectContaining({
        issues: expect.arrayContaining([
          expect.objectContaining({ pointer: pointerTo(member), code }),
        ]) as unknown,
      }) as Error,
    );
  });
});
