import { sha256 } from "../../base/fingerprint.ts";
import { byteLength } from "../../base/truncate.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { type ScriptStamp, scriptTextOf, type ScriptVersion } from "../../model/script-version.ts";

/** Stamps that were made for jobs whose record has none. */
const MADE = new WeakMap<JobDefinition, Promise<ScriptStamp>>();

/**
 * The stamp of the version that the job runs; `null` where it runs no script. Jobs that were made before versions were kept
 * have no stamp: what they run counts as version 1.
 */
export async function scriptStampOf(definition: JobDefinition): Promise<ScriptStamp | null> {
  if (definition.script !== undefined) return definition.script;
  const text = scriptTextOf(definition.work);
  if (text === null) return null;
  const made = MADE.get(definition) ?? firstStamp(definition, text.source);
  MADE.set(definition, made);
  return made;
}

/** The version that the job runs, with its text; `null` where it runs no script. */
export async function scriptInForce(definition: JobDefinition): Promise<ScriptVersion | null> {
  const text = scriptTextOf(definition.work);
  const stamp = await scriptStampOf(definition);
  if (text === null || stamp === null) return null;
  const { tenant, key: jobKey } = definition;
  return { tenant, jobKey, ...stamp, ...text, bytes: byteLength(text.source) };
}

/** The definitions, those that run a script with its stamp; the very map where none lacks one. */
export async function withScriptStamps(
  definitions: ReadonlyMap<string, JobDefinition>,
): Promise<ReadonlyMap<string, JobDefinition>> {
  const lacking = [...definitions].filter(
    ([, { script, work }]) => script === undefined && scriptTextOf(work) !== null,
  );
  if (lacking.length === 0) return definitions;
  const stamped = new Map(definitions);
  for (const [key, definition] of lacking) {
    const script = await scriptStampOf(definition);
    if (script !== null) stamped.set(key, { ...definition, script });
  }
  return stamped;
}

async function firstStamp({ updatedAt, updatedBy }: JobDefinition, source: string): Promise<ScriptStamp> {
  return {
    version: 1,
    hash: await sha256(source),
    at: updatedAt,
    by: updatedBy,
    comment: null,
    restored: null,
    copied: null,
  };
}
