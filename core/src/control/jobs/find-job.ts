import type { Requester } from "../../access/requester.ts";
import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { findOwnJob } from "../../definition/app/own-key.ts";
import { isTrialKey } from "../../definition/trial/trial-key.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { JobKind } from "../../model/option/job-kind.ts";

/**
 * The definition in force; to a caller without any permission in its app it does not exist, and a scoped caller finds that of its app by
 * the name its code gives it.
 * @throws MoJobError `job_not_found`; `forbidden` where the caller may do other things in its app
 */
export function findJob(
  cache: JobDefinitionCache,
  requester: Requester,
  key: string,
): Promise<JobDefinition> {
  return readJob(cache, requester, key).then((definition) => {
    if (definition !== null && requester.finds(definition.app)) return definition;
    throw new MoJobError(MoJobErrorCode.JobNotFound, `Cannot find job "${key}": no job has this key`);
  });
}

function readJob(
  cache: JobDefinitionCache,
  { scope }: Requester,
  key: string,
): Promise<JobDefinition | null> {
  // A trial is no job, though its run has a definition.
  if (isTrialKey(key)) return Promise.resolve(null);
  return scope === null ? cache.get(key) : findOwnJob(cache, scope, key);
}

/** @throws MoJobError `wrong_job_kind` unless the job fires by a schedule */
export function assertRecurring(definition: JobDefinition, doing: string): void {
  if (definition.kind === JobKind.Recurring) return;
  throw new MoJobError(
    MoJobErrorCode.WrongJobKind,
    `Cannot ${doing} job "${definition.key}": it is triggered, only a recurring job can be`,
  );
}
