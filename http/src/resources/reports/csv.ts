import type { Report, ReportFigures } from "@mojob/core/engine";

type Cell = string | number | null;

const FIGURES = [
  "runs",
  "succeeded",
  "terminated",
  "cancelled",
  "skipped",
  "successRate",
  "retries",
  "workMs",
  "cpuMs",
  "peakMemoryBytes",
] as const;
const SPREADS = ["duration", "wait", "lateness"] as const;
const VALUES = ["p50Ms", "p95Ms", "maxMs"] as const;

/** What a spreadsheet takes for the beginning of a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^[=+\-@\t\r]/;

/** A report as CSV (RFC 4180): a line for each subject, by tenant for each hour or day. No text in it is a formula to a spreadsheet. */
export function reportCsv({ by, buckets, subjects }: Report): string {
  const isOfTime = by === "tenant";
  const names = [...FIGURES, ...SPREADS.flatMap((spread) => VALUES.map((value) => `${spread}.${value}`))];
  const lines: readonly (readonly Cell[])[] = isOfTime
    ? buckets.map((bucket) => [bucket.at.toISOString(), ...cellsOf(bucket)])
    : subjects.map(({ id, app, total }) => [id, app, ...cellsOf(total)]);
  const head = isOfTime ? ["at", ...names] : [by, "app", ...names];
  return [head, ...lines].map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

function cellsOf(figures: ReportFigures): readonly Cell[] {
  return [
    ...FIGURES.map((name) => figures[name]),
    ...SPREADS.flatMap((spread) => VALUES.map((value) => figures[spread][value])),
  ];
}

function toCell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n\t']/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
