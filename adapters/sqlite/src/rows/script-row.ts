import {
  fromTaggedJson,
  toTaggedJson,
  type ScriptVersion,
  type ScriptVersionSummary,
} from "@mojob/core/ports";

/** A version of a script on its way to the database: its text apart, so that lists do not read it. */
export interface ScriptRow {
  readonly tenant: string;
  readonly jobKey: string;
  readonly version: number;
  readonly record: string;
  readonly source: string;
}

export function toScriptRow({ source, ...summary }: ScriptVersion): ScriptRow {
  const { tenant, jobKey, version } = summary;
  return { tenant, jobKey, version, record: toTaggedJson(summary), source };
}

export function toScriptSummary(record: string): ScriptVersionSummary {
  return fromTaggedJson(record) as ScriptVersionSummary;
}
