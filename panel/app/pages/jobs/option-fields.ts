import type { JobOptions } from "../../api/operations.generated.ts";
import { durationText, parseDuration } from "../../time/duration-text.ts";
import { formatInstant } from "../../time/format-time.ts";

/** How an option is written by a person. */
export const OptionKind = {
  Text: "text",
  LongText: "longText",
  Flag: "flag",
  Count: "count",
  /** A count, or none: unlimited. */
  Limit: "limit",
  Duration: "duration",
  Tags: "tags",
  Choice: "choice",
  Cron: "cron",
  Zone: "zone",
  Instant: "instant",
} as const;
export type OptionKind = (typeof OptionKind)[keyof typeof OptionKind];

export const OPTION_KINDS = {
  name: OptionKind.Text,
  description: OptionKind.LongText,
  tags: OptionKind.Tags,
  disabled: OptionKind.Flag,
  cron: OptionKind.Cron,
  timeZone: OptionKind.Zone,
  startTime: OptionKind.Instant,
  endTime: OptionKind.Instant,
  "misfire.policy": OptionKind.Choice,
  "misfire.graceMs": OptionKind.Duration,
  "dst.gap": OptionKind.Choice,
  "dst.overlap": OptionKind.Choice,
  maxConcurrency: OptionKind.Limit,
  priority: OptionKind.Choice,
  timeoutMs: OptionKind.Duration,
  retryCount: OptionKind.Count,
  retryIntervalMs: OptionKind.Duration,
  "retention.maxInstances": OptionKind.Count,
  "retention.maxAgeDays": OptionKind.Count,
} as const satisfies Readonly<Record<string, OptionKind>>;

/** An option that is edited by itself: those that are objects, by their members. */
export type OptionPath = keyof typeof OPTION_KINDS;

export const OPTION_PATHS = Object.keys(OPTION_KINDS) as readonly OptionPath[];

export const OPTION_CHOICES: Readonly<Partial<Record<OptionPath, readonly string[]>>> = {
  "misfire.policy": ["fireOnce", "skip", "fireAll"],
  "dst.gap": ["shift", "skip"],
  "dst.overlap": ["first", "both"],
  priority: ["1", "2", "3", "4", "5"],
};

/** The options in the order they are shown. */
export const OPTION_GROUPS = {
  general: ["name", "description", "tags", "disabled"],
  schedule: [
    "cron",
    "timeZone",
    "startTime",
    "endTime",
    "misfire.policy",
    "misfire.graceMs",
    "dst.gap",
    "dst.overlap",
  ],
  running: ["maxConcurrency", "priority", "timeoutMs", "retryCount", "retryIntervalMs"],
  retention: ["retention.maxInstances", "retention.maxAgeDays"],
} as const satisfies Readonly<Record<string, readonly OptionPath[]>>;

export type OptionGroup = keyof typeof OPTION_GROUPS;

export type OptionValue = string | number | boolean | null | readonly string[];
export type OptionValues = Readonly<Partial<Record<OptionPath, OptionValue>>>;
/** What is in an input. */
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
    case OptionKind.Duration:
      return typeof value === "number" ? durationText(value) : "";
    case OptionKind.Instant:
      return typeof value === "string" ? formatInstant(new Date(value)).replace(" ", "T") : "";
    default:
      return value === null || value === undefined ? "" : String(value);
  }
}

/** What an input means; `undefined` where it means nothing. */
export function valueOf(path: OptionPath, input: OptionInput): OptionValue | undefined {
  if (typeof input !== "string") return input;
  const text = input.trim();
  switch (OPTION_KINDS[path]) {
    case OptionKind.Duration:
      return parseDuration(text) ?? undefined;
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
    case OptionKind.LongText:
      return input;
    default:
      return text;
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
