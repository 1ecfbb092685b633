import type { Requester } from "../../access/requester.ts";
import { Permission } from "../../access/permission.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { scriptInForce } from "../../definition/script/script-in-force.ts";
import { encodeCursor, parseCursor } from "../../base/page-cursor.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import {
  type ScriptVersion,
  type ScriptVersionSummary,
  summaryOfScript,
  withScriptText,
} from "../../model/script-version.ts";
import type { ScriptText } from "../../model/work-kind-rules.ts";
import type { ReleaseScriptRequest, ScriptService } from "../../scheduler/script-service.ts";
import type { PerRequester } from "../access/per-requester.ts";
import { hideScript } from "../payloads/hide-incident.ts";
import { findJob } from "../jobs/find-job.ts";
import { MOST_TRIES } from "../jobs/pauses.ts";
import type { JobUpdate } from "../jobs/job-patch.ts";
import { type SaveDraftOptions, saveDraft } from "./save-draft.ts";
import { ofText, runsNoScript } from "./script-refused.ts";

export interface ScriptServiceOptions extends SaveDraftOptions {
  readonly tenant: string;
  /** Changes a job as `JobService.update` does, with a note for its script's history. */
  readonly update: JobUpdate;
}

/** Shows the versions of scripts and makes new ones. */
export function createScriptService(options: ScriptServiceOptions): PerRequester<ScriptService> {
  const { tenant, cache, scripts } = options;

  return {
    async versions(requester, key, { limit, cursor }) {
      const definition = await findJob(cache, requester, key);
      const [before] = cursor === undefined ? [null] : parseCursor(cursor, ["number"]);
      const inForce = await scriptInForce(definition);
      const kept = await scripts.list(tenant, key, before, limit + 1);
      const found = withInForce(kept, inForce, before);
      const items = found.slice(0, limit);
      const last = items.at(-1);
      return { items, nextCursor: last && found.length > limit ? encodeCursor([last.version]) : null };
    },

    async version(requester, key, version) {
      return findVersion(await findJob(cache, requester, key), version, options);
    },

    async save(requester, key, { source, language, ...request }) {
      return saveText(requester, key, request, options, async (_, inForce) => ({
        source,
        language: language ?? inForce.language,
      }));
    },

    saveDraft: (requester, key, request) => saveDraft(requester, key, request, options),

    async release(requester, key, version, request) {
      let app = "";
      const saved = await saveText(requester, key, request, options, async (definition) => {
        ({ app } = definition);
        const { source, language } = await findVersion(definition, version, options);
        return { source, language, restored: version };
      });
      return requester.holds(Permission.ReadPayloads, app) ? saved : hideScript(saved);
    },
  };
}

/** The versions that are kept, among them the one in force, which may be older than drafts. */
function withInForce(
  kept: readonly ScriptVersionSummary[],
  inForce: ScriptVersion | null,
  before: number | null,
): readonly ScriptVersionSummary[] {
  if (inForce === null || (before !== null && inForce.version >= before)) return kept;
  // One that was kept for a change that did not come is the one in force.
  const others = kept.filter(({ version }) => version !== inForce.version);
  return [...others, summaryOfScript(inForce)].toSorted((a, b) => b.version - a.version);
}

async function findVersion(
  definition: JobDefinition,
  version: number,
  { tenant, scripts }: ScriptServiceOptions,
): Promise<ScriptVersion> {
  const inForce = await scriptInForce(definition);
  const found = inForce?.version === version ? inForce : await scripts.get(tenant, definition.key, version);
  if (found !== null) return found;
  throw new MoJobError(
    MoJobErrorCode.ScriptVersionNotFound,
    `Job "${definition.key}" has no version ${version} of its script`,
  );
}

/** Saves a text where the expected version is in force; other edits of the job that come between are none of its business. */
async function saveText(
  requester: Requester,
  key: string,
  { expectedVersion, comment = null }: ReleaseScriptRequest,
  options: ScriptServiceOptions,
  textOf: (definition: JobDefinition, inForce: ScriptVersion) => Promise<ScriptText & { restored?: number }>,
): Promise<ScriptVersion> {
  const { cache, update } = options;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const current = await findJob(cache, requester, key);
    const inForce = await scriptInForce(current);
    if (inForce === null) throw runsNoScript(key);
    if (inForce.version !== expectedVersion) throw staleScript(key, expectedVersion, inForce.version);
    const { restored = null, ...text } = await textOf(current, inForce);
    const work = withScriptText(current.work, text);
    try {
      const { definition } = await update(requester, key, { work }, current.revision, { comment, restored });
      return await findVersion(definition, definition.script?.version ?? expectedVersion, options);
    } catch (error) {
      if (!isMoJobError(error, MoJobErrorCode.StaleRevision)) throw ofText(error, key);
    }
  }
  throw new MoJobError(
    MoJobErrorCode.StaleRevision,
    `Cannot save the script of job "${key}": the job is being changed by others`,
  );
}

function staleScript(key: string, expected: number, current: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleScript,
    `Cannot change the script of job "${key}" at version ${expected}: version ${current} is in force`,
  );
}
