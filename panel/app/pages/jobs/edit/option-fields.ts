import {
  OPTION_PATHS,
  OptionControl as OptionKind,
  OptionGroup,
  type OptionPath,
  OPTIONS_BY_PATH,
} from "@mojob/core/words";
import type { JobOptions } from "../../../api/operations.generated.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { durationText, parseDuration } from "../../../time/duration-text.ts";
import { formatInstant } from "../../../time/format-time.ts";
import { readCalendar, type ScheduleCalendar, textOfCalendar } from "../calendar/calendar-draft.ts";
import {
  draftsOf,
  type NamedSchedule,
  readDrafts,
  schedulesOf,
  textOfDrafts,
} from "../schedules/schedule-drafts.ts";

export { OPTION_PATHS, type OptionPath };

/** How each option is written by a person. */
export const OPTION_KINDS: Readonly<Record<OptionPath, OptionKind>> = mapPaths(
  (path) => OPTIONS_BY_PATH[path].control,
);

/** The options of a group of the form, in the order they are shown. */
export function optionsIn(group: OptionGroup): readonly OptionPath[] {
  return OPTION_PATHS.filter((path) => OPTIONS_BY_PATH[path].group === group);
}

function mapPaths<Value>(value: (path: OptionPath) => Value): Readonly<Record<OptionPath, Value>> {
  return Object.fromEntries(OPTION_PATHS.map((path) => [path, value(path)])) as unknown as Record<
    OptionPath,
    Value
  >;
}

/** Texts by name. */
type Labels = Readonly<Record<string, string>>;
type OptionItem = string | Readonly<Record<string, unknown>>;
export type OptionValue = string | number | boolean | null | readonly OptionItem[] | Labels;
export type OptionValues = Readonly<Partial<Record<OptionPath, OptionValue>>>;
/** The content of an input. */
export type OptionInput = string | boolean | readonly string[];

/** Options by path. A field of options, as "differs from code" names it, is read the same way: `{ [field]: value }`. */
export function optionValues(options: JobOptions | Readonly<Record<string, unknown>>): OptionValues {
  const values: Partial<Record<OptionPath, OptionValue>> = {};
  for (const path of OPTION_PATHS) {
    const [outer = "", inner] = path.split(".");
    const value = (options as Readonly<Record<string, unknown>>)[outer];
    const found =
      inner === undefined ? value : (value as Readonly<Record<string, unknown>> | undefined)?.[inner];
    if (found !== undefined) values[path] = found as OptionValue;
  }
  return values;
}

export function isSameValue(one: OptionValue | undefined, other: OptionValue | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** A value as its input shows it. */
export function inputOf(path: OptionPath, value: OptionValue | undefined): OptionInput {
  switch (OPTION_KINDS[path]) {
    case OptionKind.Flag:
      return value === true;
    case OptionKind.Tags:
      return Array.isArray(value) ? (value as readonly string[]) : [];
    case OptionKind.Labels:
      return labelTexts(value);
    case OptionKind.Json:
      return Array.isArray(value) && value.length > 0 ? jsonText(value) : "";
    case OptionKind.Schedules:
      return textOfDrafts(draftsOf(Array.isArray(value) ? (value as readonly NamedSchedule[]) : []));
    case OptionKind.Calendar:
      return textOfCalendar((value ?? null) as ScheduleCalendar | null);
    case OptionKind.Duration:
    case OptionKind.DurationLimit:
      return typeof value === "number" ? durationText(value) : "";
    case OptionKind.Instant:
      return typeof value === "string" ? formatInstant(new Date(value)).replace(" ", "T") : "";
    default:
      return value === null || value === undefined || typeof value === "object" ? "" : String(value);
  }
}

/** The value of an input; `undefined` where it has none. */
export function valueOf(path: OptionPath, input: OptionInput): OptionValue | undefined {
  if (typeof input !== "string")
    return OPTION_KINDS[path] === OptionKind.Labels && typeof input === "object" ? labelsOf(input) : input;
  const text = input.trim();
  switch (OPTION_KINDS[path]) {
    case OptionKind.Duration:
      return parseDuration(text) ?? undefined;
    case OptionKind.DurationLimit:
      return text === "" ? null : (parseDuration(text) ?? undefined);
    case OptionKind.Limit:
      return text === "" ? null : wholeNumber(text);
    case OptionKind.Count:
      return wholeNumber(text);
    case OptionKind.Choice:
      return path === "priority" ? Number(text) : text;
    case OptionKind.Cron:
      return text === "" ? null : text;
    case OptionKind.Instant:
      return text === "" ? null : instant(text);
    case OptionKind.Json:
      return text === "" ? [] : parsedJson(text);
    case OptionKind.Calendar:
      return readCalendar(text) as OptionValue;
    case OptionKind.Schedules:
      return schedulesOf(readDrafts(text));
    case OptionKind.LongText:
      return input;
    default:
      return text;
  }
}

/** Labels as a person writes them: `name=value`. */
export function labelTexts(value: OptionValue | undefined): readonly string[] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return Object.entries(value as Labels).map(([name, text]) => `${name}=${text}`);
}

function labelsOf(texts: readonly string[]): Labels | undefined {
  const pairs = texts.map((text) => /^([^=]+)=(.*)$/s.exec(text.trim()));
  if (pairs.some((pair) => pair === null)) return undefined;
  return Object.fromEntries(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? "", pair[2] ?? ""]])));
}

function parsedJson(text: string): OptionValue | undefined {
  try {
    return JSON.parse(text) as OptionValue;
  } catch {
    return undefined;
  }
}

function wholeNumber(text: string): number | undefined {
  return /^-?\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The input's time is one of the viewer's zone. */
function instant(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

export { OptionGroup, OptionKind };
