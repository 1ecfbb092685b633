import { invalidInput } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import { assertNoChildCycle, type Parent } from "../../definition/child-cycle.ts";
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
  if (scope !== null) {
    const known = await cache.getMany(children.map(({ job }) => job));
    const hidden = children.flatMap(({ job }, index) =>
      known.get(job)?.app === scope ? [] : [issueAt(`/children/${index}/job`, "no_such_job")],
    );
    if (hidden.length > 0) throw invalidInput(doing, hidden);
  }
  await assertNoChildCycle(of, (keys) => cache.getMany(keys), doing);
}
