import type { JobWork } from "./job-work.ts";
import type { ScriptText } from "./work-kind-rules.ts";
import { rulesOf } from "./work-kinds.ts";

/** Which version of its job's script a run executed. */
export interface ScriptRef {
  /** Counts a job's versions from 1. */
  readonly version: number;
  /** SHA-256 of the source in UTF-8, as hexadecimal text. */
  readonly hash: string;
}

/** Names the version that a job runs; `null` where it runs none, or nobody has stamped it yet. */
export function scriptRefOf({ script }: { readonly script?: ScriptStamp }): ScriptRef | null {
  return script === undefined ? null : { version: script.version, hash: script.hash };
}

/** A version without its text. */
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
  /** It was saved without being put in force, and stays a draft; releasing it makes another version. @default false */
  readonly draft?: true;
  /** The length of the source in UTF-8. */
  readonly bytes: number;
}

/** A version as lists have it. */
export type ScriptVersionSummary = Omit<ScriptVersion, "source">;

/** The text that the work consists of; `null` for work of another kind. */
export function scriptTextOf(work: JobWork): ScriptText | null {
  return rulesOf(work).text?.(work) ?? null;
}

/** The same work with another text; unchanged where it consists of none. */
export function withScriptText(work: JobWork, text: ScriptText): JobWork {
  return rulesOf(work).withText?.(work, text) ?? work;
}

/** Whether both are the same text for the same language. */
export function isSameText(a: ScriptText | null, b: ScriptText | null): boolean {
  return a?.source === b?.source && a?.language === b?.language;
}

/** The summary of a version, without its text. */
export function summaryOfScript(version: ScriptVersion): ScriptVersionSummary {
  const { source: _, ...summary } = version;
  return summary;
}
