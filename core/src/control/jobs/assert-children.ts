import { assertChildrenOf, assertNoChildCycle, type Parent } from "../../definition/child-cycle.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";

export interface AssertChildrenOptions {
  readonly cache: JobDefinitionCache;
  readonly scope: string | null;
}

/**
 * Checks the children that somebody gives a job. A child that is not there yet may come with the next deploy, but to a
 * scoped caller the jobs of other apps do not exist.
 * @throws MoJobError `invalid_argument` where a child leads back to the job, or is none that the caller sees
 */
export async function assertChildren(
  of: Parent,
  { cache, scope }: AssertChildrenOptions,
  doing: string,
): Promise<void> {
  const { children } = of.options;
  if (children.length === 0) return;
  if (scope !== null) await assertChildrenOf(scope, of, (keys) => cache.getMany(keys), { doing });
  await assertNoChildCycle(of, (keys) => cache.getMany(keys), doing);
}
