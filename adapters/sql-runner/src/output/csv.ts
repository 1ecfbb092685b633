import type { JsonValue } from "@mojob/core/ports";

/** What a spreadsheet takes for the beginning of a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of CSV (RFC 4180). No text in it is a formula to a spreadsheet. */
export function csvLine(cells: readonly JsonValue[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: JsonValue): string {
  if (value === null) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  // An empty text stands in quotes, because nothing is null.
  return harmless === "" || /[",\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
