import type { Requester } from "../../access/requester.ts";
import { assertChildrenOf, assertNoChildCycle, type Parent } from "../../definition/child-cycle.ts";
import { WorkKind } from "../../model/job-work.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";

export interface AssertChildrenOptions {
  readonly cache: Pick<JobDefinitionCache, "getMany">;
  /** The app of the job. */
  readonly app: string;
  readonly requester: Requester;
}

/**
 * Checks the children that somebody gives a job, and what the nodes of a task start. A child that is not there yet may come with the next deploy, but one
 * who may do this in some apps only gives a job those of its own app.
 * @throws MoJobError `invalid_argument` where a child leads back to the job, or is none that the caller sees
 */
export async function assertChildren(
  of: Parent,
  { cache, app, requester }: AssertChildrenOptions,
  doing: string,
): Promise<void> {
  const { children } = of.options;
  if (children.length === 0 && of.work?.kind !== WorkKind.Task) return;
  if (!requester.apps.isAll) await assertChildrenOf(app, of, (keys) => cache.getMany(keys), { doing });
  await assertNoChildCycle(of, (keys) => cache.getMany(keys), doing);
}
