import { invalidInput, issueAt, wanted } from "@mojob/core/engine";
import { parseInput } from "@mojob/core/feature";
import * as v from "valibot";
import { CALENDAR_KEY, type CalendarChange, parseCalendarChange } from "../calendar-request.ts";
import { chineseDays } from "./chinese-days.ts";
import type { ImportedDays } from "./imported-days.ts";
import { readCsv } from "./read-csv.ts";
import { readIcs } from "./read-ics.ts";

const MOST_BYTES = 1024 * 1024;

/** What comes with the scheduler. */
export const CalendarSource = { China: "cn" } as const;

export const CalendarFormat = { ICalendar: "ics", Csv: "csv", Json: "json" } as const;
export type CalendarFormat = (typeof CalendarFormat)[keyof typeof CalendarFormat];

const NAMES: Readonly<Record<string, string>> = { [CalendarSource.China]: "中国法定节假日与调休" };
const COMMON = {
  key: CALENDAR_KEY,
  name: v.exactOptional(v.string(wanted("not_text"))),
  replace: v.optional(v.boolean(wanted("not_flag")), false),
  dryRun: v.optional(v.boolean(wanted("not_flag")), false),
};
const TEXT = v.pipe(
  v.string(wanted("not_text")),
  v.check((text) => text.length <= MOST_BYTES, wanted("too_long", { max: MOST_BYTES })),
);
const sources = Object.values(CalendarSource);
const formats = Object.values(CalendarFormat);
const OWN = v.strictObject(
  { ...COMMON, source: v.picklist(sources, wanted("not_one_of", { values: sources })) },
  wanted("not_object"),
);
const FILE = v.strictObject(
  {
    ...COMMON,
    format: v.picklist(formats, wanted("not_one_of", { values: formats })),
    text: TEXT,
    source: v.exactOptional(v.nullable(v.string(wanted("not_text")))),
    coveredFrom: v.exactOptional(v.nullable(v.string(wanted("not_text")))),
    coveredTo: v.exactOptional(v.nullable(v.string(wanted("not_text")))),
  },
  wanted("not_object"),
);

/** An import as it was asked for, with the days that it has. */
export interface CalendarImportRequest {
  readonly key: string;
  readonly name?: string;
  readonly replace: boolean;
  readonly dryRun: boolean;
  readonly days: CalendarChange;
  readonly ignored: number;
}

/** @throws MoJobError `invalid_argument` with the line that cannot be read */
export function readImport(input: unknown, doing: string): CalendarImportRequest {
  if (typeof input === "object" && input !== null && !("format" in input)) {
    const { key, name, replace, dryRun, source } = parseInput(OWN, input, doing);
    const { days, ignored } = chineseDays();
    return { key, name: name ?? NAMES[source] ?? source, replace, dryRun, days, ignored };
  }
  const { text, format, key, name, replace, dryRun, ...stated } = parseInput(FILE, input, doing);
  const { days, ignored } = readFile(text, format, doing);
  const known = Object.keys(days.days ?? {}).sort();
  if (known.length === 0 && format !== CalendarFormat.Json)
    throw invalidInput(doing, [
      issueAt("/text", "unreadable_source", { reason: "it has no days", line: null }),
    ]);
  // A file knows the years that it names days of, unless the request says otherwise.
  const covered = known.length === 0 ? {} : { ...coveredBy(known), ...days };
  const change = parseCalendarChange(
    { names: {}, ...covered, ...days, ...stated, ...(name !== undefined && { name }) },
    doing,
  );
  const { name: called, ...rest } = change;
  return { key, ...(called !== undefined && { name: called }), replace, dryRun, days: rest, ignored };
}

function coveredBy(days: readonly string[]): Pick<CalendarChange, "coveredFrom" | "coveredTo"> {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return { coveredFrom: `${first.slice(0, 4)}-01-01`, coveredTo: `${last.slice(0, 4)}-12-31` };
}

function readFile(text: string, format: CalendarFormat, doing: string): ImportedDays {
  switch (format) {
    case CalendarFormat.Csv:
      return readCsv(text, doing);
    case CalendarFormat.ICalendar:
      return readIcs(text, doing);
    case CalendarFormat.Json:
      return { days: readJson(text, doing), ignored: 0 };
  }
}

/** What a request to change a calendar may say, as text. */
function readJson(text: string, doing: string): CalendarChange {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidInput(doing, [issueAt("/text", "not_json")]);
  }
  return parseCalendarChange(value, doing);
}
