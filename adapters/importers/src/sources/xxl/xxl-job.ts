import { JobKind } from "@mojob/core";
import { BlockStrategy, GlueType } from "@mojob/xxl-gateway/work";
import { type Finding, info, refusal, warning } from "../../finding.ts";
import type { OldSchedule } from "../../old/old-schedule.ts";
import { shown } from "../json-documents.ts";
import type { SourceJob } from "../source-job.ts";
import { zoneInSource } from "../zone-in-source.ts";
import { ownValue } from "../../own-value.ts";
import { notCarried } from "../members.ts";
import type { TableRow } from "./table-row.ts";
import { XXL_COLUMNS, ZONE_COLUMNS } from "./xxl-columns.ts";

const MOST_RETRIES = 1000;
const NO_TIMEOUT_MS = 366 * 24 * 60 * 60 * 1000;

const ROUTES: Readonly<Record<string, string>> = {
  FIRST: "first",
  LAST: "last",
  ROUND: "round",
  RANDOM: "random",
  CONSISTENT_HASH: "consistentHash",
  LEAST_FREQUENTLY_USED: "leastFrequentlyUsed",
  LEAST_RECENTLY_USED: "leastRecentlyUsed",
  FAILOVER: "failover",
  BUSYOVER: "busyover",
};

const WHEN_FULL: Readonly<Record<string, string>> = {
  [BlockStrategy.Serial]: "queue",
  [BlockStrategy.DiscardLater]: "skip",
  [BlockStrategy.CoverEarly]: "replace",
};

export interface XxlJobContext {
  readonly timeZone: string;
  /** The executor's name; `null` where the source does not have it. */
  readonly appName: string | null;
  /** No other job of its executor has its handler. */
  readonly isAlone: boolean;
  /** The ids of all jobs of the source, by their numbers. */
  readonly ids: ReadonlyMap<string, string>;
}

type Fields = (name: string) => string;

/** The code to execute: a handler of the program, or code that the row holds. */
interface Code {
  readonly handler: string;
  readonly glueType: string;
  readonly glueSource: string;
  readonly isBean: boolean;
}

/** A row of `xxl_job_info` as a job here. */
export function xxlJob({ line, values }: TableRow, context: XxlJobContext): SourceJob {
  const { appName, isAlone, ids } = context;
  const findings: Finding[] = [];
  const field: Fields = (name) => values[name]?.trim() ?? "";
  const id = field("id");
  if (appName === null) findings.push(refusal("group_unknown", "job_group", { group: field("job_group") }));
  const code = codeOf(field, values["glue_source"] ?? "", findings);
  const { handler, glueType, glueSource, isBean } = code;
  const schedule = scheduleOf(field, zoneOf(field) ?? context.timeZone, findings);
  const name = field("job_desc") || field("name") || handler || id;
  const options = optionsOf(field, schedule !== null, findings);
  noteUnused(field, code, findings);
  noteUnknown(values, findings);
  const label = isBean && handler !== "" ? handler : `glue-${id}`;
  return {
    id: ids.get(id) ?? id,
    line,
    name,
    key: `${appName ?? "xxl"}/${isAlone || label.endsWith(id) ? label : `${label}-${id}`}`,
    app: appName,
    kind: schedule === null ? JobKind.Triggered : JobKind.Recurring,
    schedule,
    wasOn: schedule === null || field("trigger_status") === "1",
    work: {
      kind: "xxl",
      handler: isBean ? handler : "",
      ...(appName !== null && { appName }),
      ...(!isBean && { glueType, glueSource }),
    },
    args: values["executor_param"] === "" ? null : (values["executor_param"] ?? null),
    options: { name, ...options },
    children: childrenOf(field, ids, findings),
    findings,
  };
}

function codeOf(field: Fields, glueSource: string, findings: Finding[]): Code {
  const handler = field("executor_handler");
  const glueType = field("glue_type") || GlueType.Bean;
  const isBean = glueType === GlueType.Bean;
  if (!Object.values<string>(GlueType).includes(glueType))
    findings.push(refusal("glue_unknown", "glue_type", { found: glueType }));
  else if (!isBean && glueSource.trim() === "") findings.push(refusal("glue_empty", "glue_source"));
  if (isBean && handler === "") findings.push(refusal("handler_empty", "executor_handler"));
  return { handler, glueType, glueSource, isBean };
}

function optionsOf(field: Fields, isRecurring: boolean, findings: Finding[]): SourceJob["options"] {
  const count = (name: string): number => Math.max(0, Math.trunc(Number(field(name)) || 0));
  const timeout = count("executor_timeout");
  if (timeout === 0) findings.push(info("no_timeout", "executor_timeout"));
  else if (timeout * 1000 > NO_TIMEOUT_MS)
    findings.push(warning("timeout_cut", "executor_timeout", { seconds: timeout }));
  const retries = count("executor_fail_retry_count");
  if (retries > MOST_RETRIES)
    findings.push(warning("retries_cut", "executor_fail_retry_count", { count: retries, max: MOST_RETRIES }));
  const misfire = field("misfire_strategy");
  if (!["", "DO_NOTHING", "FIRE_ONCE_NOW"].includes(misfire))
    findings.push(warning("misfire_unknown", "misfire_strategy", { found: misfire }));
  return {
    owner: field("author"),
    timeoutMs: timeout === 0 ? NO_TIMEOUT_MS : Math.min(NO_TIMEOUT_MS, timeout * 1000),
    retryCount: Math.min(MOST_RETRIES, retries),
    maxConcurrency: 1,
    ...routingOf(field, findings),
    ...(isRecurring && {
      misfire: { policy: misfire === "FIRE_ONCE_NOW" ? "fireOnce" : "skip", graceMs: 5000 },
    }),
  };
}

function routingOf(field: Fields, findings: Finding[]): SourceJob["options"] {
  const route = field("executor_route_strategy");
  const isBroadcast = route === "SHARDING_BROADCAST";
  const strategy = ownValue(ROUTES, route);
  if (strategy === undefined && !isBroadcast && route !== "")
    findings.push(warning("route_unknown", "executor_route_strategy", { found: route }));
  const whenFull = WHEN_FULL[field("executor_block_strategy")];
  if (whenFull !== undefined && !isBroadcast)
    findings.push(info("block_together", "executor_block_strategy"));
  return {
    whenFull: whenFull ?? "queue",
    ...(strategy !== undefined && { routing: { strategy } }),
    // As there: the shard of an executor that cannot be reached fails.
    ...(isBroadcast && { routing: { strategy: "broadcast", whenGone: "fail" } }),
  };
}

/** Notes the values of the row that no job here has. */
function noteUnused(field: Fields, { isBean }: Code, findings: Finding[]): void {
  const email = field("alarm_email");
  if (email !== "") findings.push(warning("alarm_email", "alarm_email", { found: email }));
  const remark = field("glue_remark");
  if (remark !== "" && !isBean)
    findings.push(info("field_ignored", "glue_remark", { field: "glue_remark", found: remark }));
}

/** Notes the values of columns that no version of XXL-JOB has: forks have more columns, and only they know which of them matter. */
function noteUnknown(values: TableRow["values"], findings: Finding[]): void {
  const trimmed = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value?.trim() ?? ""]),
  );
  for (const [field, found] of notCarried(trimmed, XXL_COLUMNS, ["0", "false"]))
    findings.push(warning("field_ignored", field, { field, found: shown(found) }));
}

/** Forks and proposals give each job a zone; XXL-JOB itself has that of its server. */
function zoneOf(field: Fields): string | null {
  const found = ZONE_COLUMNS.map(field).find((value) => value !== "");
  return found === undefined ? null : zoneInSource(found);
}

function childrenOf(field: Fields, ids: XxlJobContext["ids"], findings: Finding[]): readonly string[] {
  const named = field("child_jobid").split(/\s*,\s*/);
  const children = [...new Set(named.filter(Boolean))];
  for (const child of children)
    if (!ids.has(child)) findings.push(warning("child_unknown", "child_jobid", { child }));
  return children.flatMap((child) => ids.get(child) ?? []);
}

function scheduleOf(field: Fields, timeZone: string, findings: Finding[]): OldSchedule | null {
  const text = field("schedule_conf") || field("job_cron");
  const type = field("schedule_type") || (text === "" ? "NONE" : "CRON");
  if (type === "CRON") return { dialect: "quartz", text, timeZone };
  if (type === "FIX_RATE" || type === "FIX_DELAY") {
    const next = Number(field("trigger_next_time")) || Number(field("trigger_last_time"));
    const anchor = next > 0 ? new Date(next) : null;
    return { everyMs: Number(text) * 1000, anchor, ...(type === "FIX_DELAY" && { isFromEnd: true }) };
  }
  if (type !== "NONE")
    findings.push(warning("field_ignored", "schedule_type", { field: "schedule_type", found: type }));
  findings.push(info("no_schedule", "schedule_type"));
  return null;
}
