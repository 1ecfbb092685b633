import type { JsonValue } from "@mojob/core";
import { type Finding, info, warning } from "../../finding.ts";
import type { OldSchedule } from "../../old/old-schedule.ts";
import { isRecord, type JsonRecord, numberOf, shown, textOf } from "../json-documents.ts";
import { zoneInSource } from "../zone-in-source.ts";
import type { Dag } from "./dag.ts";
import { ownValue } from "../../own-value.ts";

const PRESETS: Readonly<Record<string, string>> = {
  "@hourly": "0 * * * *",
  "@daily": "0 0 * * *",
  "@midnight": "0 0 * * *",
  "@weekly": "0 0 * * 0",
  "@monthly": "0 0 1 * *",
  "@quarterly": "0 0 1 */3 *",
  "@yearly": "0 0 1 1 *",
  "@annually": "0 0 1 1 *",
};
const CONTINUOUS_MS = 1000;
const UNIT_SECONDS: Readonly<Record<string, number>> = {
  weeks: 604_800,
  days: 86_400,
  hours: 3600,
  minutes: 60,
  seconds: 1,
};

interface DagSchedule {
  readonly schedule: OldSchedule | null;
  readonly findings: readonly Finding[];
}

/** When a DAG fires: at the ends of its data intervals, which are the times of its expression. */
export function dagSchedule({ fields }: Dag, defaultZone: string): DagSchedule {
  const startAt = instantAt(fields["start_date"]);
  const endAt = instantAt(fields["end_date"]);
  const bounds = { ...(startAt !== null && { startAt }), ...(endAt !== null && { endAt }) };
  const { type, value } = timetableOf(fields);
  const zone = zoneOf(value["timezone"] ?? fields["timezone"], defaultZone);
  const expression = textOf(value["expression"]);
  if (expression !== null) return cronOf(expression, zone, bounds);
  const seconds = secondsOf(value["delta"]);
  if (seconds !== null) {
    const everyMs = seconds * 1000;
    const anchor = startAt === null ? null : new Date(startAt.getTime() + everyMs);
    return { schedule: { everyMs, anchor, ...bounds }, findings: [] };
  }
  if (type.endsWith("ContinuousTimetable"))
    return { schedule: { everyMs: CONTINUOUS_MS, anchor: null, isFromEnd: true, ...bounds }, findings: [] };
  if (type === "" || type.endsWith("NullTimetable"))
    return { schedule: null, findings: [info("no_schedule", "timetable")] };
  const name = type.split(".").at(-1) ?? type;
  // Those of several expressions have them in here: as `schedules` of the job they can be written by hand.
  const found = shown(Object.keys(value).length === 0 ? name : `${name} ${JSON.stringify(value)}`);
  return { schedule: null, findings: [warning("timetable_unknown", "timetable", { found })] };
}

/** The schedule of a version's record: a timetable, or the interval that the first versions have. */
function timetableOf(fields: JsonRecord): { readonly type: string; readonly value: JsonRecord } {
  const table = fields["timetable"];
  if (isRecord(table)) {
    const value = table["__var"] ?? table["value"] ?? null;
    return { type: textOf(table["__type"] ?? table["type"]) ?? "", value: isRecord(value) ? value : {} };
  }
  const interval = fields["schedule_interval"] ?? null;
  if (interval === "@once") return { type: "OnceTimetable", value: {} };
  if (interval === "@continuous") return { type: "ContinuousTimetable", value: {} };
  if (typeof interval === "string") return { type: "cron", value: { expression: interval } };
  return interval === null ? { type: "", value: {} } : { type: "interval", value: { delta: interval } };
}

type Bounds = Pick<OldSchedule, "startAt" | "endAt">;

/** Seconds stand last in an expression of six fields there, and first here. */
function cronOf(expression: string, timeZone: string | null, bounds: Bounds): DagSchedule {
  const words = (ownValue(PRESETS, expression) ?? expression).split(/\s+/);
  const text = (words.length === 6 ? [...words.slice(5), ...words.slice(0, 5)] : words).join(" ");
  const isChanged = text !== expression;
  const findings = isChanged ? [info("cron_rewritten", "timetable", { from: expression, to: text })] : [];
  if (timeZone === null)
    return { schedule: null, findings: [warning("timetable_unknown", "timezone", { found: expression })] };
  return { schedule: { dialect: "croniter", text, timeZone, ...bounds }, findings };
}

/** A zone of Airflow is a name, or seconds from UTC. */
function zoneOf(value: JsonValue | undefined, defaultZone: string): string | null {
  if (value === undefined || value === null) return defaultZone;
  if (typeof value === "string") return zoneInSource(value);
  const seconds = numberOf(value);
  if (seconds === null) return null;
  if (seconds === 0) return "UTC";
  // The sign of these names is that of the way back to UTC.
  return seconds % 3600 === 0 ? `Etc/GMT${seconds > 0 ? "-" : "+"}${Math.abs(seconds) / 3600}` : null;
}

/** Months and weekdays have no fixed length. */
function secondsOf(delta: JsonValue | undefined): number | null {
  const parts = isRecord(delta) ? (isRecord(delta["__var"]) ? delta["__var"] : delta) : null;
  if (parts === null) return delta === undefined ? null : numberOf(delta);
  let seconds = 0;
  for (const [name, amount] of Object.entries(parts)) {
    const unit = ownValue(UNIT_SECONDS, name);
    const count = numberOf(amount);
    if (unit === undefined || count === null) return null;
    seconds += unit * count;
  }
  return seconds > 0 ? seconds : null;
}

function instantAt(value: JsonValue | undefined): Date | null {
  const seconds = numberOf(value);
  return seconds === null || Math.abs(seconds) > 8.64e12 ? null : new Date(seconds * 1000);
}
