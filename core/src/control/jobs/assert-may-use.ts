import type { Requester } from "../../access/requester.ts";
import { Permission } from "../../access/permission.ts";
import { canonicalJson, jsonOf } from "../../base/json.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { keysNamedIn } from "../../model/task/named-jobs.ts";
import { secretsNamedBy } from "../../definition/task/secrets-named-by.ts";
import { type JobWork, WorkKind } from "../../model/job-work.ts";
import type { ChildJob } from "../../model/option/value/child-job.ts";

export interface MayUseContext {
  readonly requester: Requester;
  /** The app of the job. */
  readonly app: string;
  readonly cache: Pick<JobDefinitionCache, "getMany">;
}

/**
 * Checks that the caller may have the work do what it did not do before: be given secrets, and start other jobs as the nodes of a task.
 * @param before the work that the job has; `null` for a new job
 * @throws MoJobError `forbidden`
 */
export async function assertMayUse(
  work: JobWork,
  before: JobWork | null,
  { requester, app, cache }: MayUseContext,
): Promise<void> {
  const known = new Set(before === null ? [] : secretsNamedBy(before));
  if (secretsNamedBy(work).some((name) => !known.has(name)))
    requester.assertHolds(Permission.UseSecrets, app);
  const started = new Set(before === null ? [] : startedBy(before));
  await assertMayStart(
    startedBy(work).filter((key) => !started.has(key)),
    { requester, app, cache },
  );
}

/** As `assertMayUse`, of the jobs that the ends of runs start. */
export async function assertMayStartChildren(
  children: readonly ChildJob[],
  before: readonly ChildJob[],
  context: MayUseContext,
): Promise<void> {
  const known = new Set(before.map(textOf));
  await assertMayStart(
    children.filter((child) => !known.has(textOf(child))).map(({ job }) => job),
    context,
  );
}

/** A job that is not there yet may be of any app. */
async function assertMayStart(
  keys: readonly string[],
  { requester, app, cache }: MayUseContext,
): Promise<void> {
  if (keys.length === 0 || requester.appsWith(Permission.TriggerRuns).isAll) return;
  const known = await cache.getMany([...new Set(keys)]);
  for (const key of keys) requester.assertHolds(Permission.TriggerRuns, known.get(key)?.app ?? app);
}

function startedBy(work: JobWork): readonly string[] {
  return work.kind === WorkKind.Task ? keysNamedIn(work.body) : [];
}

function textOf(child: ChildJob): string {
  return canonicalJson(jsonOf(child));
}
