import { isMoJobError, MoJobErrorCode } from "@mojob/core";
import type { JobService } from "@mojob/core/engine";
import { httpProblem } from "../../problem/problem.ts";
import { etagOf, type RevisionMatch } from "../../request/preconditions.ts";

/** How often a change that may replace any revision is tried while other edits come first. */
const MOST_TRIES = 10;

/**
 * Changes a job under `If-Match`. One tag is the condition itself; with several, or `*`, the current revision is the
 * condition, and it is read again where another edit came between.
 * @param change rejects with `stale_revision` unless the job is at the revision
 * @throws HTTPException 412 with the revision as it is now
 */
export async function changeMatching<Changed>(
  jobs: Pick<JobService, "get">,
  key: string,
  match: RevisionMatch,
  change: (revision: number) => Promise<Changed>,
): Promise<Changed> {
  const only = match !== "*" && match.length === 1 ? match[0] : undefined;
  for (let tries = 0; tries < (only === undefined ? MOST_TRIES : 1); tries += 1) {
    const revision = only ?? (await jobs.get(key)).definition.revision;
    if (match !== "*" && !match.includes(revision)) break;
    try {
      return await change(revision);
    } catch (error) {
      if (!isMoJobError(error, MoJobErrorCode.StaleRevision)) throw error;
    }
  }
  throw await stale(jobs, key);
}

async function stale(jobs: Pick<JobService, "get">, key: string): Promise<Error> {
  const { revision } = (await jobs.get(key)).definition;
  return httpProblem(
    MoJobErrorCode.StaleRevision,
    `Cannot change job "${key}": it is at revision ${revision} now; read it again before you change it`,
    { revision },
    { ETag: etagOf(revision) },
  );
}
