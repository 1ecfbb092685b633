import { NonRetryableError } from "@mojob/core";
import type { JsonValue } from "@mojob/core/ports";
import { describe, expect, it } from "vitest";
import { SQL_KIND, type SqlWork } from "../work/sql-work.ts";
import { boundValues } from "./bound-values.ts";

const bound = (values: NonNullable<SqlWork["values"]>, args: JsonValue) =>
  boundValues({ kind: SQL_KIND, connection: "own", statement: "SELECT 1", values }, args);

describe("boundValues()", () => {
  it("takes literals as they are, and parts of the arguments by pointer", () => {
    const args = { day: "2026-11-26", of: [{ "a/b": 1, "m~n": true }], none: null };
    expect(bound(["x", 1.5, false, null], args)).toEqual(["x", 1.5, false, null]);
    const parts = ["/day", "/of/0/a~1b", "/of/0/m~0n", "/none", "/of"].map((arg) => ({ arg }));
    expect(bound(parts, args)).toEqual(["2026-11-26", 1, true, null, JSON.stringify(args.of)]);
    expect(bound([{ arg: "" }], "whole")).toEqual(["whole"]);
  });

  it.each(["/missing", "/of/01", "/of/length", "/of/-", "/day/0", "/__proto__", "/toString"])(
    "refuses %s, which the arguments do not have",
    (arg) => {
      const get = (): unknown => bound([{ arg }], { day: "a", of: [1] });
      expect(get).toThrow(NonRetryableError);
      expect(get).toThrow(`have no "${arg}"`);
    },
  );
});
