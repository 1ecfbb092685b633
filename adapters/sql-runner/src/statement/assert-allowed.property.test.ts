import { DatabaseSync } from "node:sqlite";
import { TextMask } from "@mojob/core/ports";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Dialect, type ResolvedConnection } from "../connection.ts";
import { assertAllowed } from "./assert-allowed.ts";

const connection = (dialect: Dialect, readOnly = false): ResolvedConnection => ({
  name: "own",
  dialect,
  place: "",
  readOnly,
  timeoutMs: 1000,
  tenants: null,
  mask: new TextMask([]),
});

function isRefused(statement: string, to: ResolvedConnection): boolean {
  try {
    assertAllowed(statement, to);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ name: "SqlFailure", code: "sql_refused" });
    return true;
  }
}

const prefix = fc
  .array(
    fc.constantFrom(
      " ",
      "\n",
      "\t",
      "\r",
      "\f",
      "\uFEFF",
      ";",
      "(",
      "-- a\n",
      "-- a\r",
      "--\n",
      "# a\n",
      "/* a */",
      "/**/",
      "/*/*/",
      "/* /* */",
      "/*! a */",
      "*/",
      "/*",
      "'",
      "EXPLAIN ",
      "EXPLAIN QUERY PLAN ",
      "explain/**/query/**/plan/**/",
      "SELECT ",
      "main.",
      "\u00A0",
      "_",
    ),
    { maxLength: 5 },
  )
  .map((parts) => parts.join(""));

it("no statement that SQLite takes for an ATTACH, a PRAGMA or a transaction is allowed, whatever stands before it", () => {
  fc.assert(
    fc.property(
      prefix,
      fc.constantFrom(
        "ATTACH ':memory:' AS x",
        "attach/**/database ':memory:' as x",
        "PRAGMA user_version = 7",
        "BEGIN",
        "SAVEPOINT a",
      ),
      (before, statement) => {
        const text = before + statement;
        const database = new DatabaseSync(":memory:");
        try {
          // The database itself says what the text does.
          try {
            database.exec(text);
          } catch {
            return;
          }
          const attached = database.prepare("SELECT count(*) AS n FROM pragma_database_list").get()?.["n"];
          const version = database.prepare("PRAGMA user_version").get()?.["user_version"];
          const hasDone = attached !== 1 || version !== 0 || database.isTransaction;
          if (hasDone) expect([text, isRefused(text, connection(Dialect.Sqlite))]).toEqual([text, true]);
        } finally {
          database.close();
        }
      },
    ),
    { numRuns: 2000 },
  );
});

it.each([
  ["SELECT 1", true],
  ["-- all\n(select 1) UNION SELECT 2", true],
  ["with a AS (SELECT 1) SELECT * FROM a", true],
  ["/* a */ VALUES (1)", true],
  ["SHOW TABLES", true],
  ["DESC entries", true],
  ["DELETE FROM entries", false],
  ["/*!DELETE FROM entries*/", false],
  ["/*M!100000 DELETE FROM entries*/", false],
  ["SELECTED", false],
  ["-- SELECT", false],
  ["", false],
  ["'SELECT'", false],
  ["BEGIN NOT ATOMIC SELECT 1; END", false],
])("a read-only connection takes %j: %s", (statement, isTaken) => {
  for (const dialect of [Dialect.Mysql, Dialect.Postgres, Dialect.Sqlite])
    expect(isRefused(statement, connection(dialect, true))).toBe(!isTaken);
});

it("comments are nested in PostgreSQL alone", () => {
  const text = "/* /* */ SELECT 1 /* */ DELETE FROM entries";
  expect(isRefused(text, connection(Dialect.Mysql, true))).toBe(false);
  expect(isRefused("/* /* */ SELECT */ DELETE FROM entries", connection(Dialect.Postgres, true))).toBe(true);
});

it("VACUUM is allowed, but not into another file", () => {
  expect(isRefused("VACUUM", connection(Dialect.Sqlite))).toBe(false);
  for (const text of ["VACUUM INTO '/tmp/a'", "vacuum/**/main/**/into ?"])
    expect(isRefused(text, connection(Dialect.Sqlite))).toBe(true);
});
