import { instantOf, isRecord, type JsonRecord, textOf } from "../json-documents.ts";
import type { JsonValue } from "@mojob/core";
import { type Finding, info, warning } from "../../finding.ts";
import type { OldSchedule } from "../../old/old-schedule.ts";
import { zoneInSource } from "../zone-in-source.ts";
import { instantInZone } from "../task/instant-in-zone.ts";

export interface WorkflowSchedule {
  /** `null` where it did not fire by itself. */
  readonly schedule: OldSchedule | null;
  readonly fields: JsonRecord;
  readonly findings: readonly Finding[];
}

/** When a workflow fires; `value` is its schedule, of Quartz's kind. */
export function workflowSchedule(value: JsonValue | undefined, defaultZone: string): WorkflowSchedule {
  const fields = isRecord(value) ? value : {};
  const text = textOf(fields["crontab"]);
  if (text === null) return { schedule: null, fields, findings: [info("no_schedule", "schedule")] };
  const timeZone = zoneInSource(textOf(fields["timezoneId"]) ?? defaultZone);
  const findings: Finding[] = [];
  const at = (field: string): Date | null => {
    const found = instantInZone(fields[field], timeZone) ?? instantOf(fields[field]);
    if (found === null && textOf(fields[field]) !== null)
      findings.push(warning("field_ignored", field, { field, found: textOf(fields[field]) ?? "" }));
    return found;
  };
  const [startAt, endAt] = [at("startTime"), at("endTime")];
  return {
    schedule: {
      dialect: "quartz",
      text,
      timeZone,
      ...(startAt !== null && { startAt }),
      ...(endAt !== null && { endAt }),
    },
    fields,
    findings,
  };
}
