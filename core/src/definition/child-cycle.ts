import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { ChildJob } from "../model/option/value/child-job.ts";
import type { JobDefinition } from "../model/job-definition.ts";

/** A job and the children it is to have. */
export interface Parent {
  readonly key: string;
  readonly options: { readonly children: readonly ChildJob[] };
}

/** The definitions of those keys that exist. */
export type FindParents = (keys: readonly string[]) => Promise<ReadonlyMap<string, Parent | JobDefinition>>;

/** The way from a job by its children, and theirs, back to itself: its key first and last; `null` where there is none. */
export async function findChildCycle(of: Parent, find: FindParents): Promise<readonly string[] | null> {
  /** Each job that was reached, with the one that starts it. */
  const reachedFrom = new Map<string, string>();
  let level: readonly Parent[] = [of];
  while (level.length > 0) {
    const next: string[] = [];
    for (const { key, options } of level) {
      for (const { job } of options.children) {
        if (job === of.key) return wayTo(key, of.key, reachedFrom);
        if (reachedFrom.has(job)) continue;
        reachedFrom.set(job, key);
        next.push(job);
      }
    }
    // One look a level of the tree, and none for jobs without children.
    // oxlint-disable-next-line no-await-in-loop
    level = next.length === 0 ? [] : [...(await find(next)).values()];
  }
  return null;
}

/**
 * Checks that each child is a job of this app, which may be one of `beside` that is not stored yet. To a caller of one app the jobs of
 * others do not exist: it could not start them itself.
 * @throws MoJobError `invalid_argument` for a child of another app, and for one that is not there
 */
export async function assertChildrenOf(
  app: string,
  { key, options: { children } }: Parent,
  find: (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly app: string }>>,
  { doing, beside = new Set() }: { readonly doing: string; readonly beside?: ReadonlySet<string> },
): Promise<void> {
  const named = children.map(({ job }) => job);
  const known = await find(named);
  const hidden = named.flatMap((job, index) => {
    const isOwn = known.has(job) ? known.get(job)?.app === app : job === key || beside.has(job);
    return isOwn ? [] : [issueAt(`/children/${index}/job`, "no_such_job")];
  });
  if (hidden.length > 0) throw invalidInput(doing, hidden);
}

/** @throws MoJobError `invalid_argument` with the way where a job would start itself again */
export async function assertNoChildCycle(of: Parent, find: FindParents, doing: string): Promise<void> {
  const path = await findChildCycle(of, find);
  if (path !== null) throw invalidInput(doing, [issueAt("/children", "child_cycle", { path })]);
}

function wayTo(last: string, root: string, reachedFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [root];
  for (let key: string = last; key !== root; key = reachedFrom.get(key) ?? root) way.unshift(key);
  return [root, ...way];
}
