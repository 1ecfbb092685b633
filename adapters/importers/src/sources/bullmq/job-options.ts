import { type Finding, info, warning } from "../../finding.ts";
import { notCarried } from "../members.ts";
import { JOB_OPTION_MEMBERS } from "./bullmq-members.ts";
import { isRecord, type JsonRecord, numberOf, shown } from "../json-documents.ts";

/** The options of a job of BullMQ as ours: attempts, backoff and priority. */
export function jobOptions(opts: JsonRecord, findings: Finding[]): Readonly<Record<string, unknown>> {
  const options: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(opts)) {
    if (value === null) continue;
    if (field === "attempts") options["retryCount"] = Math.min(1000, Math.max(0, (numberOf(value) ?? 1) - 1));
    else if (field === "backoff" && (isRecord(value) || typeof value === "number"))
      Object.assign(options, backoffOf(value));
    else if (field === "priority") {
      // 0 is none and comes first, 1 is the highest of those that have one.
      const from = numberOf(value) ?? 0;
      options["priority"] = from <= 1 ? 1 : Math.min(5, 1 + Math.ceil(Math.log10(from)));
      findings.push(info("priority_mapped", "priority", { from, to: Number(options["priority"]) }));
    } else if (field === "backoff")
      findings.push(warning("field_ignored", field, { field, found: shown(value) }));
  }
  for (const [field, value] of notCarried(opts, JOB_OPTION_MEMBERS))
    findings.push(warning("field_ignored", field, { field, found: shown(value) }));
  return options;
}

function backoffOf(value: JsonRecord | number): Readonly<Record<string, unknown>> {
  if (typeof value === "number") return { retryIntervalMs: value };
  return {
    retryIntervalMs: numberOf(value["delay"]) ?? 0,
    retryBackoff: { growth: value["type"] === "exponential" ? "exponential" : "constant" },
  };
}
