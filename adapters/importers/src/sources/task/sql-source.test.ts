import { expect, it } from "vitest";
import { hasSeveral, sqlSource, sqlWork } from "./sql-source.ts";

const source = (sql: string, isNumbered = false) =>
  sqlSource(sql, {
    placeholders: sql.matchAll(/\$\{[\w.]+\}/g),
    nameOf: (placeholder) => (placeholder === "${unknown}" ? null : placeholder.slice(2, -1)),
    isNumbered,
  });

it.each([
  ["select 1;\n", "select 1", []],
  [
    "select * from t where a = ${a} and b = '${b}' and c = ${a}",
    "select * from t where a = ? and b = ? and c = ?",
    ["a", "b", "a"],
  ],
  ["select 'it''s', ${a}", "select 'it''s', ?", ["a"]],
  [`select "\${a}"`, "select ?", ["a"]],
])("values of %j are bound", (sql, statement, names) => {
  expect(source(sql)).toEqual({ statement, names, left: [] });
});

it("places of PostgreSQL have numbers", () => {
  expect(source("select ${a}, '${b}'", true).statement).toBe("select $1, $2");
});

it.each([
  ["select 'x${a}'", ["${a}"]],
  ["select '%${a}%' from t where b = ${unknown}", ["${a}", "${unknown}"]],
])("what cannot be bound in %j stays as it is", (sql, left) => {
  expect(source(sql)).toEqual({ statement: sql, names: [], left });
});

it("quotes and placeholders without end are read at once", () => {
  const sql = "select '\"".repeat(100_000) + "${a}".repeat(100_000);
  expect(source(sql).left.length + source(sql).names.length).toBe(100_000);
  expect(hasSeveral(`${"';'".repeat(100_000)};`)).toBe(false);
});

it.each([
  ["select 1", false],
  ["select 1; ", false],
  ["select ';'", false],
  ["select 1; select 2", true],
  ["delete from a;\ninsert into a values (';');", true],
])("hasSeveral() of %j is %s", (sql, isMore) => {
  expect(hasSeveral(sql)).toBe(isMore);
});

it("sqlWork() points to the arguments by their names", () => {
  expect(sqlWork("dwh", { statement: "select ?", names: ["a/b~"], left: [] })).toEqual({
    kind: "sql",
    connection: "dwh",
    statement: "select ?",
    values: [{ arg: "/a~1b~0" }],
  });
});
