import type { Asker } from "../../access/asker.ts";
import { invalidInput } from "../../base/input.ts";
import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { scriptInForce } from "../../definition/script/script-in-force.ts";
import { encodeCursor, parseCursor } from "../../base/page-cursor.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { type ScriptVersion, summaryOfScript, withScriptText } from "../../model/script-version.ts";
import type { ScriptText } from "../../model/work-kind-rules.ts";
import type { IMoScriptStore } from "../../ports/script-store.ts";
import type { ReleaseScriptRequest, ScriptService } from "../../scheduler/script-service.ts";
import type { Asked } from "../access/asked.ts";
import { findJob } from "../jobs/find-job.ts";
import { MOST_TRIES } from "../jobs/pauses.ts";
import type { JobUpdate } from "../jobs/job-patch.ts";

export interface ScriptServiceOptions {
  readonly tenant: string;
  readonly cache: JobDefinitionCache;
  readonly scripts: IMoScriptStore;
  /** Changes a job as `JobService.update` does, with a note for its script's history. */
  readonly update: JobUpdate;
}

/** Shows the versions of scripts and makes new ones. */
export function createScriptService(options: ScriptServiceOptions): Asked<ScriptService> {
  const { tenant, cache, scripts } = options;

  return {
    async versions(asker, key, { limit, cursor }) {
      const definition = await findJob(cache, asker, key);
      const [before] = cursor === undefined ? [null] : parseCursor(cursor, ["number"]);
      const inForce = before === null ? await scriptInForce(definition) : null;
      const newest = inForce === null ? [] : [summaryOfScript(inForce)];
      // A version that was kept for a change that did not come is the one in force.
      const earlier = await scripts.list(tenant, key, inForce?.version ?? before, limit + 1 - newest.length);
      const found = [...newest, ...earlier];
      const items = found.slice(0, limit);
      const last = items.at(-1);
      return { items, nextCursor: last && found.length > limit ? encodeCursor([last.version]) : null };
    },

    async version(asker, key, version) {
      return findVersion(await findJob(cache, asker, key), version, options);
    },

    async save(asker, key, { source, language, ...request }) {
      return saveText(asker, key, request, options, async (_, inForce) => ({
        source,
        language: language ?? inForce.language,
      }));
    },

    async release(asker, key, version, request) {
      return saveText(asker, key, request, options, async (definition) => {
        const { source, language } = await findVersion(definition, version, options);
        return { source, language, restored: version };
      });
    },
  };
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
  asker: Asker,
  key: string,
  { expectedVersion, comment = null }: ReleaseScriptRequest,
  options: ScriptServiceOptions,
  textOf: (definition: JobDefinition, inForce: ScriptVersion) => Promise<ScriptText & { restored?: number }>,
): Promise<ScriptVersion> {
  const { cache, update } = options;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const current = await findJob(cache, asker, key);
    const inForce = await scriptInForce(current);
    if (inForce === null) throw runsNoScript(key);
    if (inForce.version !== expectedVersion) throw staleScript(key, expectedVersion, inForce.version);
    const { restored = null, ...text } = await textOf(current, inForce);
    const work = withScriptText(current.work, text);
    try {
      const { definition } = await update(asker, key, { work }, current.revision, { comment, restored });
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

/** A mistake in the text, where the caller gave it. */
function ofText(error: unknown, key: string): unknown {
  if (!isMoJobError(error, MoJobErrorCode.InvalidArgument)) return error;
  const issues = error.issues.map((issue) => ({
    ...issue,
    pointer: issue.pointer.replace(/^\/work(?=\/source$)/, ""),
  }));
  return invalidInput(`save the script of job "${key}"`, issues);
}

function runsNoScript(key: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.WrongJobKind,
    `Cannot change the script of job "${key}": it runs none`,
  );
}

function staleScript(key: string, expected: number, current: number): MoJobError {
  return new MoJobError(
    MoJobErrorCode.StaleScript,
    `Cannot change the script of job "${key}" at version ${expected}: version ${current} is in force`,
  );
}
