import { JobKind, type JsonValue } from "@mojob/core";
import { type Finding, info, refusal, warning } from "../../finding.ts";
import { ImportMistake } from "../../import-mistake.ts";
import type { OldSchedule } from "../../old/old-schedule.ts";
import {
  instantOf,
  isRecord,
  type JsonRecord,
  numberOf,
  readJson,
  shown,
  textOf,
} from "../json-documents.ts";
import type { ReadOptions, ReadSource, SourceJob, SourceMistake } from "../source-job.ts";
import { adaptKey } from "../adapt-key.ts";
import { instantInZone } from "../task/instant-in-zone.ts";
import { zoneInSource } from "../zone-in-source.ts";
import { notCarried } from "../members.ts";
import { AGENDA_FIELDS } from "./agenda-fields.ts";
import { humanInterval } from "./human-interval.ts";

/** Documents of Agenda's collection, as `mongoexport` or `JSON.stringify` write them. @throws ImportMistake `not_json`, `nothing_found` */
export const readAgenda: ReadSource = (text, options) => {
  const value = readJson(text);
  const documents: readonly JsonValue[] = Array.isArray(value) ? value : [value];
  const jobs: SourceJob[] = [];
  const mistakes: SourceMistake[] = [];
  for (const [index, document] of documents.entries()) {
    if (isRecord(document) && textOf(document["name"]) !== null)
      jobs.push(agendaJob(document, index + 1, options));
    else mistakes.push({ line: index + 1, code: "not_a_record", parameters: {} });
  }
  if (jobs.length === 0) throw new ImportMistake("nothing_found", { wanted: "name, repeatInterval" });
  const names = Map.groupBy(jobs, ({ key }) => key);
  return {
    jobs: jobs.map((job) =>
      (names.get(job.key)?.length ?? 0) > 1 ? { ...job, key: `${job.key}-${job.id.slice(-6)}` } : job,
    ),
    mistakes,
  };
};

function agendaJob(document: JsonRecord, line: number, { timeZone }: ReadOptions): SourceJob {
  const findings: Finding[] = [];
  const name = textOf(document["name"]) ?? "";
  const schedule = scheduleOf(document, timeZone, findings);
  const priority = numberOf(document["priority"]) ?? 0;
  // Agenda's are -20 (lowest) to 20 (highest).
  const to = Math.min(5, Math.max(1, 3 - Math.round(priority / 10)));
  if (priority !== 0) findings.push(info("priority_mapped", "priority", { from: priority, to }));
  const skipDays = document["skipDays"] ?? null;
  if (skipDays !== null && skipDays !== "")
    findings.push(warning("skip_days", "skipDays", { found: shown(skipDays) }));
  for (const [field, value] of notCarried(document, AGENDA_FIELDS))
    findings.push(warning("field_ignored", field, { field, found: shown(value) }));
  findings.push(info("handler_wanted", "name", { handler: adaptKey(name) }));
  return {
    id: textOf(document["_id"]) ?? name,
    line,
    name,
    key: `agenda/${name}`,
    app: null,
    kind: JobKind.Recurring,
    schedule,
    wasOn: document["disabled"] !== true,
    work: { kind: "code", handler: adaptKey(name) },
    args: document["data"] ?? null,
    options: { priority: to, maxConcurrency: 1, misfire: { policy: "fireOnce", graceMs: 5000 } },
    children: [],
    findings,
  };
}

/** As Agenda computes the next run: by `repeatInterval`, and by `repeatAt` only where there is none, whose time is that of the process. */
function scheduleOf(document: JsonRecord, timeZone: string, findings: Finding[]): OldSchedule | null {
  const stated = textOf(document["repeatTimezone"]);
  const zone = stated === null ? timeZone : zoneInSource(stated);
  const bounds = boundsOf(document, stated === null ? null : { zone, ofProcess: timeZone }, findings);
  const at = textOf(document["repeatAt"]);
  const interval = document["repeatInterval"];
  const text = typeof interval === "number" ? String(interval) : textOf(interval);
  const anchor = instantOf(document["nextRunAt"]) ?? instantOf(document["lastRunAt"]);
  if (bounds.startAt !== undefined && anchor !== null && anchor < bounds.startAt)
    findings.push(info("runs_at_start", "startDate", { at: bounds.startAt.toISOString() }));
  if (text === null && at === null) {
    findings.push(refusal("one_time", "nextRunAt", { at: anchor?.toISOString() ?? "-" }));
    return null;
  }
  if (text === null) {
    const cron = dailyCron(at ?? "");
    if (cron === null) findings.push(refusal("repeat_at", "repeatAt", { found: at ?? "" }));
    if (stated !== null && zone !== timeZone)
      findings.push(warning("repeat_at_zone", "repeatTimezone", { found: stated, timeZone }));
    return cron === null ? null : { dialect: "cronParser", text: cron, timeZone, ...bounds };
  }
  if (at !== null) findings.push(warning("repeat_at_unused", "repeatAt", { found: at, interval: text }));
  const everyMs = humanInterval(text);
  if (everyMs === null) return { dialect: "cronParser", text, timeZone: zone, ...bounds };
  findings.push(info("interval_from_end", "repeatInterval"));
  return { everyMs, anchor, ...bounds };
}

/**
 * With a zone of its own, a job begins and ends with days of that zone in Agenda 4 and 5: those on which the process's clock shows the
 * instants. Agenda 6 goes by the instants, and its documents do not say that they are its.
 */
function boundsOf(
  document: JsonRecord,
  zones: { readonly zone: string; readonly ofProcess: string } | null,
  findings: Finding[],
): Pick<OldSchedule, "startAt" | "endAt"> {
  const at = (field: string): Date | null => {
    const instant = instantOf(document[field]);
    if (instant === null || zones === null) return instant;
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: zones.ofProcess }).format(instant);
    const begin = instantInZone(`${day} 00:00:00`, zones.zone) ?? instant;
    if (begin.getTime() !== instant.getTime())
      findings.push(
        warning("day_in_zone", field, {
          found: instant.toISOString(),
          at: begin.toISOString(),
          zone: zones.zone,
        }),
      );
    return begin;
  };
  const [startAt, endAt] = [at("startDate"), at("endDate")];
  return { ...(startAt !== null && { startAt }), ...(endAt !== null && { endAt }) };
}

/** "15:30", "3:30pm" or "3 am", every day. */
function dailyCron(text: string): string | null {
  const [, hours, minutes = "0", half] = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i.exec(text) ?? [];
  if (hours === undefined) return null;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  return hour > 23 || Number(minutes) > 59 ? null : `${Number(minutes)} ${hour} * * *`;
}
