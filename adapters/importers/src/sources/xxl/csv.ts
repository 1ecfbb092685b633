import { ImportMistake } from "../../import-mistake.ts";
import type { TableRow } from "./table-row.ts";

/** Rows of RFC 4180 with the columns' names in the first line; `NULL` and `\N` without quotes are SQL's NULL. @throws ImportMistake `csv_quote` */
export function readCsv(text: string): readonly TableRow[] {
  const [header, ...lines] = records(text);
  const names = header?.fields.map((name) => (name ?? "").trim().toLowerCase()) ?? [];
  return lines.map(({ line, fields }) => ({
    line,
    values: Object.fromEntries(names.map((name, index) => [name, fields[index] ?? null])),
  }));
}

interface CsvRecord {
  readonly line: number;
  readonly fields: readonly (string | null)[];
}

function* records(text: string): Generator<CsvRecord> {
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y;
  let line = 1;
  let start = 1;
  let fields: (string | null)[] = [];
  pattern.lastIndex = text.startsWith("\ufeff") ? 1 : 0;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (found === null) throw new ImportMistake("csv_quote", { line });
    const [whole, quoted, plain = "", end] = found;
    fields.push(quoted?.replaceAll('""', '"') ?? (plain === "NULL" || plain === "\\N" ? null : plain));
    line += whole.split("\n").length - 1;
    if (end === ",") continue;
    if (fields.length > 1 || fields[0] !== "") yield { line: start, fields };
    fields = [];
    start = line;
  }
  if (fields.length > 0) yield { line: start, fields };
}
