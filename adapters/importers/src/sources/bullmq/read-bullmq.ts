import { JobKind, type JsonValue } from "@mojob/core";
import { type Finding, info, warning } from "../../finding.ts";
import { ImportMistake } from "../../import-mistake.ts";
import type { OldSchedule } from "../../old/old-schedule.ts";
import { adaptKey } from "../adapt-key.ts";
import {
  instantOf,
  isRecord,
  type JsonRecord,
  numberOf,
  readJson,
  shown,
  textOf,
} from "../json-documents.ts";
import { zoneInSource } from "../zone-in-source.ts";
import type { ReadOptions, ReadSource, SourceJob, SourceMistake } from "../source-job.ts";
import { notCarried } from "../members.ts";
import { SCHEDULER_MEMBERS } from "./bullmq-members.ts";
import { jobOptions } from "./job-options.ts";

/**
 * Reads the results of `queue.getJobSchedulers()` or `queue.getRepeatableJobs()`, as JSON: a list; `{ "queue", "schedulers" }`; or a list
 * of these. @throws ImportMistake `not_json`, `nothing_found`
 */
export const readBullmq: ReadSource = (text, options) => {
  const value = readJson(text);
  const jobs: SourceJob[] = [];
  const mistakes: SourceMistake[] = [];
  for (const { entry, queue } of entriesOf(value)) {
    const line = jobs.length + mistakes.length + 1;
    if (isRecord(entry) && (entry["pattern"] != null || entry["cron"] != null || entry["every"] != null))
      jobs.push(bullmqJob(entry, queue, line, options));
    else mistakes.push({ line, code: "not_a_record", parameters: {} });
  }
  if (jobs.length === 0) throw new ImportMistake("nothing_found", { wanted: "pattern, every" });
  const keys = Map.groupBy(jobs, ({ key }) => key);
  return {
    jobs: jobs.map((job) =>
      (keys.get(job.key)?.length ?? 0) > 1
        ? { ...job, key: `${job.key}-${keys.get(job.key)?.indexOf(job)}` }
        : job,
    ),
    mistakes,
  };
};

interface Entry {
  readonly entry: JsonValue;
  readonly queue: string;
}

function entriesOf(value: JsonValue, queue = ""): readonly Entry[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => entriesOf(item, queue));
  if (!isRecord(value)) return [{ entry: value, queue }];
  const inner = value["schedulers"] ?? value["repeatables"] ?? value["jobs"];
  return inner === undefined ? [{ entry: value, queue }] : entriesOf(inner, textOf(value["queue"]) ?? queue);
}

function bullmqJob(entry: JsonRecord, queue: string, line: number, { timeZone }: ReadOptions): SourceJob {
  const findings: Finding[] = [];
  const template = isRecord(entry["template"] ?? null) ? (entry["template"] as JsonRecord) : {};
  const name = textOf(entry["name"]) ?? textOf(entry["id"]) ?? textOf(entry["key"]) ?? `scheduler-${line}`;
  const limit = numberOf(entry["limit"]);
  if (limit !== null) findings.push(warning("limit_ignored", "limit", { limit }));
  if (entry["immediately"] === true) findings.push(warning("immediately_ignored", "immediately"));
  for (const [field, value] of notCarried(entry, SCHEDULER_MEMBERS))
    findings.push(warning("field_ignored", field, { field, found: shown(value) }));
  const opts = template["opts"] ?? entry["opts"] ?? null;
  const carried = jobOptions(isRecord(opts) ? opts : {}, findings);
  const path = queue === "" ? name : `${queue}/${name}`;
  findings.push(info("handler_wanted", "name", { handler: adaptKey(path) }));
  return {
    id: `${queue}/${textOf(entry["key"]) ?? textOf(entry["id"]) ?? name}`,
    line,
    name,
    key: `bullmq/${path}`,
    app: null,
    kind: JobKind.Recurring,
    schedule: scheduleOf(entry, timeZone, findings),
    wasOn: true,
    work: { kind: "code", handler: adaptKey(path) },
    args: template["data"] ?? entry["data"] ?? null,
    options: { maxConcurrency: null, ...carried },
    children: [],
    findings,
  };
}

function scheduleOf(entry: JsonRecord, timeZone: string, findings: Finding[]): OldSchedule {
  const [startAt, endAt] = [instantOf(entry["startDate"]), instantOf(entry["endDate"])];
  const bounds = { ...(startAt !== null && { startAt }), ...(endAt !== null && { endAt }) };
  if (startAt !== null) findings.push(info("starts_later", "startDate", { at: startAt.toISOString() }));
  const everyMs = numberOf(entry["every"]);
  // Without another word BullMQ counts from the epoch.
  if (everyMs !== null)
    return {
      everyMs,
      anchor: instantOf(entry["next"]) ?? new Date(numberOf(entry["offset"]) ?? 0),
      ...bounds,
    };
  const text = textOf(entry["pattern"]) ?? textOf(entry["cron"]) ?? "";
  return { dialect: "cronParser", text, timeZone: zoneInSource(textOf(entry["tz"]) ?? timeZone), ...bounds };
}
