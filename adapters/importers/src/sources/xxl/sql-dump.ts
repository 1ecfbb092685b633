import { ImportMistake } from "../../import-mistake.ts";
import { columnOrder } from "./column-order.ts";
import { SqlScanner } from "./sql-scanner.ts";
import type { TableRow, XxlTables } from "./table-row.ts";

const STATEMENT =
  /\b(CREATE\s+TABLE|(?:INSERT|REPLACE)(?:\s+IGNORE)?\s+INTO)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:[`"]?\w+[`"]?\.)?[`"]?(xxl_job_info|xxl_job_group)[`"]?(?=[\s(])/;

/** The rows that the INSERT statements of a MySQL dump put into the two tables. @throws ImportMistake naming the line of the first mistake */
export function readSqlDump(text: string): XxlTables {
  const scanner = new SqlScanner(text);
  const columns = new Map<string, readonly string[]>();
  const rows: Record<string, TableRow[]> = { xxl_job_info: [], xxl_job_group: [] };
  while (!scanner.isAtEnd) {
    const [, verb = "", name = ""] = scanner.find(STATEMENT) ?? [];
    const table = name.toLowerCase();
    if (verb === "") break;
    if (/^create/i.test(verb)) columns.set(table, readColumns(scanner));
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
  const stated: string[] = [];
  if (scanner.take("(")) {
    do stated.push(scanner.name());
    while (scanner.take(","));
    scanner.expect(")");
  }
  if (!scanner.take("VALUES") && !scanner.take("values") && !scanner.take("Values")) throw scanner.mistake();
  do {
    scanner.expect("(");
    const { line } = scanner;
    const values: (string | null)[] = [];
    do values.push(scanner.value());
    while (scanner.take(","));
    scanner.expect(")");
    const names = stated.length > 0 ? stated : (created ?? columnOrder(table, values.length));
    if (names?.length !== values.length)
      throw new ImportMistake("sql_columns", { count: values.length, line });
    yield { line, values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])) };
  } while (scanner.take(","));
}
