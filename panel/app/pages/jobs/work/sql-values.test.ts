import { SQL_WORK } from "@mojob/sql-runner/work";
import * as v from "valibot";
import { expect, it } from "vitest";
import { SQL_VALUE_KINDS, sqlRows, sqlValue } from "./sql-values.ts";

it("every kind of value can be written in a row, is taken by the API, and is shown as it was written", () => {
  const rows = SQL_VALUE_KINDS.map((kind) => ({
    kind,
    text: { arg: "/day", text: "a", number: "1.5", true: "", false: "", null: "" }[kind],
  }));
  const values = rows.map(sqlValue);
  expect(values).toEqual([{ arg: "/day" }, "a", 1.5, true, false, null]);
  expect(sqlRows(values)).toEqual(rows);
  const work = { kind: "sql", connection: "orders", statement: "SELECT 1", values };
  expect(v.safeParse(SQL_WORK.schema, work).success).toBe(true);
});

it("sqlRows() knows no values of a newer API", () => {
  expect(sqlRows(undefined)).toEqual([]);
  expect(sqlRows([{ file: "a" }])).toBeNull();
  expect(sqlRows("a")).toBeNull();
});

it("sqlValue() takes digits alone for a number", () => {
  for (const text of ["", " ", "1e", "Infinity"]) expect(sqlValue({ kind: "number", text })).toBe(0);
});
