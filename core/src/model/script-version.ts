import type { JsonObject } from "../base/json.ts";
import { GlueType, type JobWork, type TaskWork, WorkKind } from "./job-work.ts";

/** A text that a job runs, and what runs it. */
export interface ScriptText {
  /** A script's language, or the `glueType` of a text for XXL-JOB's executors. */
  readonly language: string;
  readonly source: string;
}

/** Which version of its job's script a run executed. */
export interface ScriptRef {
  /** Counts a job's versions from 1. */
  readonly version: number;
  /** SHA-256 of the source in UTF-8, as hexadecimal text. */
  readonly hash: string;
}

/** What names the version that a job runs; `null` where it runs none, or nobody has stamped it yet. */
export function scriptRefOf({ script }: { readonly script?: ScriptStamp }): ScriptRef | null {
  return script === undefined ? null : { version: script.version, hash: script.hash };
}

/** What is known about a version besides its text. */
export interface ScriptStamp extends ScriptRef {
  readonly at: Date;
  /** Who saved it; `null` is the program itself. */
  readonly by: string | null;
  /** Why, in the words of who saved it. */
  readonly comment: string | null;
  /** The earlier version of this job whose text it is; `null` unless somebody rolled back. */
  readonly restored: number | null;
  /** The job and version it was copied from. */
  readonly copied: { readonly jobKey: string; readonly version: number } | null;
}

/** One version of a job's script; it never changes. */
export interface ScriptVersion extends ScriptStamp, ScriptText {
  readonly tenant: string;
  readonly jobKey: string;
  /** The length of the source in UTF-8. */
  readonly bytes: number;
}

/** A version as lists have it. */
export type ScriptVersionSummary = Omit<ScriptVersion, "source">;

/** What stands for the language of a task, whose text is its body as JSON. */
export const TASK_LANGUAGE = "task";

/** The text that the work consists of; `null` for work of another kind. */
export function scriptTextOf(work: JobWork): ScriptText | null {
  if (work.kind === WorkKind.Task) return { language: TASK_LANGUAGE, source: bodyText(work) };
  if (work.kind === WorkKind.Script) return { language: work.language, source: work.source };
  if (work.kind !== WorkKind.Xxl || work.glueSource === undefined) return null;
  const { glueType = GlueType.Bean, glueSource } = work;
  return glueType === GlueType.Bean ? null : { language: glueType, source: glueSource };
}

/** Texts of bodies, each of which is asked for with every run. */
const BODY_TEXTS = new WeakMap<JsonObject, string>();

function bodyText({ body }: TaskWork): string {
  const text = BODY_TEXTS.get(body) ?? JSON.stringify(body);
  BODY_TEXTS.set(body, text);
  return text;
}

/**
 * The same work with another text; unchanged where it consists of none.
 * @throws SyntaxError where the body of a task is no JSON
 */
export function withScriptText(work: JobWork, { language, source }: ScriptText): JobWork {
  if (work.kind === WorkKind.Task) return { ...work, body: JSON.parse(source) as JsonObject };
  if (work.kind === WorkKind.Script) return { ...work, language, source };
  return work.kind === WorkKind.Xxl ? { ...work, glueType: language as GlueType, glueSource: source } : work;
}

/** Whether both are the same text for the same language. */
export function isSameText(a: ScriptText | null, b: ScriptText | null): boolean {
  return a?.source === b?.source && a?.language === b?.language;
}

/** What is known about a version, without its text. */
export function summaryOfScript(version: ScriptVersion): ScriptVersionSummary {
  const { source: _, ...summary } = version;
  return summary;
}
