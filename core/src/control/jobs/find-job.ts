import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { findOwnJob } from "../../definition/app/own-key.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { JobKind } from "../../model/option/job-kind.ts";

/**
 * The definition in force; to a scoped caller another app's job does not exist, and its own app's is found by the name its code gives it.
 * @throws MoJobError `job_not_found`
 */
export async function findJob(
  cache: JobDefinitionCache,
  scope: string | null,
  key: string,
): Promise<JobDefinition> {
  const definition = scope === null ? await cache.get(key) : await findOwnJob(cache, scope, key);
  if (definition === null) {
    throw new MoJobError(MoJobErrorCode.JobNotFound, `Cannot find job "${key}": no job has this key`);
  }
  return definition;
}

/** @throws MoJobError `wrong_job_kind` unless the job fires by a schedule */
export function assertRecurring(definition: JobDefinition, doing: string): void {
  if (definition.kind === JobKind.Recurring) return;
  throw new MoJobError(
    MoJobErrorCode.WrongJobKind,
    `Cannot ${doing} job "${definition.key}": it is triggered, only a recurring job can be`,
  );
}
