import { ImportMistake } from "../../import-mistake.ts";
import { columnOrder } from "./column-order.ts";
import { ownValue } from "../../own-value.ts";
import { SqlScanner, type SqlValue } from "./sql-scanner.ts";
import type { TableRow, XxlTables } from "./table-row.ts";
import { XXL_COLUMNS } from "./xxl-columns.ts";

const STATEMENT =
  /\b(CREATE\s+TABLE|COPY|(?:INSERT|REPLACE)(?:\s+IGNORE)?\s+INTO)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:[`"]?\w+[`"]?\.)?[`"]?(xxl_job_info|xxl_job_group)[`"]?(?=[\s(])/;

/** The rows that the INSERT statements of a dump of MySQL, or the INSERT and COPY statements of one of PostgreSQL, put into the two tables. @throws ImportMistake naming the line of the first mistake */
export function readSqlDump(text: string): XxlTables {
  const scanner = new SqlScanner(text);
  const columns = new Map<string, readonly string[]>();
  const rows: Record<string, TableRow[]> = { xxl_job_info: [], xxl_job_group: [] };
  while (!scanner.isAtEnd) {
    const [, verb = "", name = ""] = scanner.find(STATEMENT) ?? [];
    const table = name.toLowerCase();
    if (verb === "") break;
    if (/^create/i.test(verb)) columns.set(table, readColumns(scanner));
    else if (/^copy/i.test(verb)) rows[table]?.push(...readCopied(scanner, table));
    else rows[table]?.push(...readRows(scanner, table, columns.get(table)));
  }
  return { jobs: rows["xxl_job_info"] ?? [], groups: rows["xxl_job_group"] ?? [] };
}

/** The quoted names that begin the lines of a CREATE TABLE. */
function readColumns(scanner: SqlScanner): readonly string[] {
  const [body = ""] = scanner.find(/\([\s\S]*?\n\s*\)/) ?? [];
  return [...body.matchAll(/^\s*[(]?\s*[`"](\w+)[`"]\s+\w/gm)].map(([, name = ""]) => name.toLowerCase());
}

function* readRows(
  scanner: SqlScanner,
  table: string,
  created: readonly string[] | undefined,
): Generator<TableRow> {
  const stated = readNames(scanner);
  if (scanner.isAt(/select\b/iy)) throw new ImportMistake("sql_select", { line: scanner.line });
  if (!scanner.isAt(/values\b/iy)) throw scanner.mistake();
  scanner.take(/values/iy);
  do {
    scanner.expect("(");
    const { line } = scanner;
    const values: SqlValue[] = [];
    do values.push(scanner.value());
    while (scanner.take(","));
    scanner.expect(")");
    const names = stated.length > 0 ? stated : (created ?? columnOrder(table, values.length));
    if (names?.length !== values.length)
      throw new ImportMistake("sql_columns", { count: values.length, line });
    yield {
      line,
      values: Object.fromEntries(names.map((name, index) => [name, readValue(name, values[index], line)])),
    };
  } while (scanner.take(","));
}

/** The names of columns in parentheses; none where they are left out. */
function readNames(scanner: SqlScanner): readonly string[] {
  const names: string[] = [];
  if (!scanner.take("(")) return names;
  do names.push(scanner.name());
  while (scanner.take(","));
  scanner.expect(")");
  return names;
}

/** A value that a server would have computed is not known here, which matters only where it is read. */
function readValue(column: string, value: SqlValue | undefined, line: number): string | null {
  if (value === undefined || value === null || typeof value === "string") return value ?? null;
  if (ownValue(XXL_COLUMNS, column)?.isUsed === false) return null;
  throw new ImportMistake("sql_expression", { column, found: value.expression, line });
}

/** The lines of `COPY … FROM stdin`, as pg_dump writes them. */
function* readCopied(scanner: SqlScanner, table: string): Generator<TableRow> {
  const stated = readNames(scanner);
  for (const { line, cells } of scanner.copied()) {
    const names = stated.length > 0 ? stated : columnOrder(table, cells.length);
    if (names?.length !== cells.length) throw new ImportMistake("sql_columns", { count: cells.length, line });
    yield { line, values: Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null])) };
  }
}
