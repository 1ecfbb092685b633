import type { JsonValue } from "@mojob/core";
import { ImportMistake } from "../../import-mistake.ts";
import { isRecord, type JsonRecord, readJson } from "../json-documents.ts";
import type { TableRow, XxlTables } from "./table-row.ts";

/**
 * A list of rows of `xxl_job_info`; or an object with `xxl_job_info` and `xxl_job_group`, or with `RECORDS` as database tools write.
 * @throws ImportMistake `not_json`, `not_a_record`
 */
export function readJsonRows(text: string): XxlTables {
  const value = readJson(text);
  if (!isRecord(value)) return { jobs: rowsOf(value), groups: [] };
  const groups = rowsOf(value["xxl_job_group"] ?? []);
  return { jobs: rowsOf(value["xxl_job_info"] ?? value["RECORDS"] ?? []), groups };
}

function rowsOf(value: JsonValue): readonly TableRow[] {
  if (!Array.isArray(value)) throw new ImportMistake("not_a_record");
  return value.map((row: JsonValue, index) => {
    if (!isRecord(row)) throw new ImportMistake("not_a_record", { line: index + 1 });
    return { line: index + 1, values: valuesOf(row) };
  });
}

function valuesOf(row: JsonRecord): TableRow["values"] {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.toLowerCase(),
      value === null ? null : typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
