import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { sha256 } from "../../base/fingerprint.ts";
import { scriptInForce } from "./script-in-force.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { ResolvedQuotas } from "../../model/option/quota-options.ts";
import { shortText } from "../../model/reason.ts";
import { isSameText, type ScriptStamp, scriptTextOf } from "../../model/script-version.ts";
import type { IMoScriptStore } from "../../ports/script-store.ts";

export interface StampScriptOptions {
  readonly scripts: IMoScriptStore;
  readonly quotas: Pick<ResolvedQuotas, "maxScriptVersions">;
}

/** Why a definition that is about to be written has the text it has. */
export type ScriptNote = Partial<Pick<ScriptStamp, "comment" | "restored" | "copied">>;

/**
 * The definition with the stamp of the version that it is about to put into force. The version before is kept first: should
 * the definition then not be written, the same version is kept again by the next try, which changes nothing.
 * @param before the definition as it is; `null` for a new job
 * @throws MoJobError `quota_exceeded` where the job has as many versions as it may have
 */
export async function stampScript(
  before: JobDefinition | null,
  after: JobDefinition,
  note: ScriptNote,
  { scripts, quotas }: StampScriptOptions,
): Promise<JobDefinition> {
  const text = scriptTextOf(after.work);
  if (before !== null && isSameText(scriptTextOf(before.work), text)) return after;
  const { script: _, ...rest } = after;
  const last = await keepScript(before, scripts);
  if (text === null) return rest;
  const { tenant, key, updatedAt: at, updatedBy: by } = after;
  const kept = last ?? (await scripts.list(tenant, key, null, 1))[0]?.version ?? 0;
  const version = versionAfter(kept, after, quotas);
  const { comment = null, restored = null, copied = null } = note;
  const hash = await sha256(text.source);
  const said = comment === null ? null : shortText(comment);
  return { ...rest, script: { version, hash, at, by, comment: said, restored, copied } };
}

/**
 * The number that follows a version and all drafts of a job.
 * @throws MoJobError `quota_exceeded` where the job has as many versions as it may have
 */
export function versionAfter(
  latest: number,
  { key, latestDraft = 0 }: Pick<JobDefinition, "key" | "latestDraft">,
  { maxScriptVersions }: StampScriptOptions["quotas"],
): number {
  const taken = Math.max(latest, latestDraft);
  if (taken >= maxScriptVersions) throw tooMany(key, taken);
  return taken + 1;
}

/** Keeps the version that a definition has in force, before it is replaced or removed; resolves to its number. */
export async function keepScript(
  definition: JobDefinition | null,
  scripts: IMoScriptStore,
): Promise<number | null> {
  const inForce = definition === null ? null : await scriptInForce(definition);
  if (inForce === null) return null;
  await scripts.keep(inForce);
  return inForce.version;
}

function tooMany(key: string, versions: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.QuotaExceeded,
    `Cannot save the script of job "${key}": it has ${versions} versions, as many as it may have; copy the job, or raise the quota "maxScriptVersions"`,
  );
}
