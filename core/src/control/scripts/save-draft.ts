import type { Requester } from "../../access/requester.ts";
import type { Clock } from "../../base/clock.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { sha256 } from "../../base/fingerprint.ts";
import { invalidInput } from "../../base/input.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import { byteLength } from "../../base/truncate.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { scriptInForce } from "../../definition/script/script-in-force.ts";
import { versionAfter } from "../../definition/script/stamp-script.ts";
import { ActKind } from "../../model/history/act.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { parseJobWork } from "../../model/job-work-schema.ts";
import type { ResolvedQuotas } from "../../model/option/quota-options.ts";
import { shortText } from "../../model/reason.ts";
import { scriptTextOf, type ScriptVersion, withScriptText } from "../../model/script-version.ts";
import type { ScriptText } from "../../model/work-kind-rules.ts";
import type { IMoScriptStore } from "../../ports/script-store.ts";
import type { SaveDraftRequest, SavedDraft } from "../../scheduler/script-service.ts";
import type { ActLog } from "../history/act-log.ts";
import { findJob } from "../jobs/find-job.ts";
import { JobWriter } from "../jobs/job-writer.ts";
import { parseWork } from "../jobs/parse-work.ts";
import { MOST_TRIES } from "../jobs/pauses.ts";
import { ofText, runsNoScript } from "./script-refused.ts";

export interface SaveDraftOptions {
  readonly cache: JobDefinitionCache;
  readonly scripts: IMoScriptStore;
  readonly actLog: ActLog;
  readonly clock: Clock;
  readonly quotas: Pick<ResolvedQuotas, "maxScriptVersions">;
}

/**
 * Keeps a text as a draft. Its number is taken with the job's record first, so that no version and no other draft has the same; where
 * the process dies before the draft is kept, that number stays without a version.
 */
export async function saveDraft(
  requester: Requester,
  key: string,
  { source, language, comment = null }: SaveDraftRequest,
  options: SaveDraftOptions,
): Promise<SavedDraft> {
  const { cache, scripts } = options;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    // Each try reads what the one before has lost to.
    // oxlint-disable-next-line no-await-in-loop
    const current = await findJob(cache, requester, key);
    // oxlint-disable-next-line no-await-in-loop
    const inForce = await scriptInForce(current);
    if (inForce === null) throw runsNoScript(key);
    const given = { source, language: language ?? inForce.language };
    // oxlint-disable-next-line no-await-in-loop
    const { text, issues } = await checkDraft(requester, current, given, options);
    const said = comment === null ? null : shortText(comment);
    // oxlint-disable-next-line no-await-in-loop
    const stamp = await takeNumber(requester, current, { latest: inForce.version, comment: said }, options);
    if (stamp === null) continue;
    const version: ScriptVersion = {
      tenant: current.tenant,
      jobKey: current.key,
      ...stamp,
      ...text,
      // oxlint-disable-next-line no-await-in-loop
      hash: await sha256(text.source),
      bytes: byteLength(text.source),
      comment: said,
      restored: null,
      copied: null,
      draft: true,
    };
    // oxlint-disable-next-line no-await-in-loop
    await scripts.keep(version);
    return { version, issues };
  }
  throw new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot save a draft of job "${key}": the job is being changed by others`,
  );
}

/** Resolves to `null` where another change of the job was faster. */
async function takeNumber(
  requester: Requester,
  current: JobDefinition,
  { latest, comment }: { readonly latest: number; readonly comment: string | null },
  { cache, actLog, clock, quotas }: SaveDraftOptions,
): Promise<Pick<ScriptVersion, "version" | "at" | "by"> | null> {
  const version = versionAfter(latest, current, quotas);
  const [at, by] = [clock.now(), requester.by];
  const next = {
    ...current,
    latestDraft: version,
    revision: current.revision + 1,
    updatedAt: at,
    updatedBy: by,
  };
  const writer = new JobWriter({ cache, actLog });
  const written = await writer.replace(requester, current, next, { kind: ActKind.Edit, note: comment });
  return written && { version, at, by };
}

/** The text as it is kept, with what is wrong with it. @throws MoJobError `invalid_argument` where it has not the shape at all */
async function checkDraft(
  requester: Requester,
  { key, app, work: inForce }: JobDefinition,
  given: ScriptText,
  { cache, clock }: Pick<SaveDraftOptions, "cache" | "clock">,
): Promise<{ readonly text: ScriptText; readonly issues: readonly InputIssue[] }> {
  const doing = `save a draft of job "${key}"`;
  const work = withScriptText(inForce, given);
  try {
    const text = scriptTextOf(parseJobWork(work, doing)) ?? given;
    const issues = await issuesOf(() => parseWork(work, { key, app, requester, cache, clock }, doing));
    const shapeless = issues.filter(({ code }) => code === "too_many_bytes" || code.startsWith("json_"));
    if (shapeless.length > 0) throw invalidInput(doing, shapeless);
    return { text, issues: issues.map(ofBody) };
  } catch (error) {
    throw ofText(error, key);
  }
}

/** With its place in the text, where that is the body of a task. */
function ofBody(issue: InputIssue): InputIssue {
  return { ...issue, pointer: issue.pointer.replace(/^\/work(\/body)?/, "") };
}

async function issuesOf(check: () => Promise<unknown>): Promise<readonly InputIssue[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!isMoJobError(error, MoJobErrorCode.InvalidArgument)) throw error;
    return error.issues;
  }
}
