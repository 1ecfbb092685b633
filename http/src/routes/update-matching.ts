import { isMoJobError, type JobDetail, type JobService, MoJobErrorCode } from "@mojob/core";
import { httpProblem } from "../problem/problem.ts";
import { etagOf, type RevisionMatch } from "../request/preconditions.ts";

/** How often an edit that may replace any revision is tried while others are faster. */
const MOST_TRIES = 10;

/**
 * Updates under `If-Match`. One tag is the condition itself; with several, or `*`, the revision read now decides, and is
 * read again where another edit came between.
 * @throws HTTPException 412 with the revision as it is now
 */
export async function updateMatching(
  jobs: JobService,
  key: string,
  patch: unknown,
  match: RevisionMatch,
): Promise<JobDetail> {
  const only = match !== "*" && match.length === 1 ? match[0] : undefined;
  for (let tries = 0; tries < (only === undefined ? MOST_TRIES : 1); tries += 1) {
    const revision = only ?? (await jobs.get(key)).definition.revision;
    if (match !== "*" && !match.includes(revision)) break;
    try {
      return await jobs.update(key, patch, revision);
    } catch (error) {
      if (!isMoJobError(error, MoJobErrorCode.StaleRevision)) throw error;
    }
  }
  throw await stale(jobs, key);
}

async function stale(jobs: JobService, key: string): Promise<Error> {
  const { revision } = (await jobs.get(key)).definition;
  return httpProblem(
    MoJobErrorCode.StaleRevision,
    `Cannot change job "${key}": it is at revision ${revision} now; read it again and decide anew`,
    { revision },
    { ETag: etagOf(revision) },
  );
}
