import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import { type JobWork, WorkKind } from "../model/job-work.ts";
import { startsOnly } from "../model/task/starts-only.ts";
import { NodeType, type TaskBody, type TaskNode } from "../model/task/task-body.ts";
import type { ChildJob } from "../model/option/value/child-job.ts";
import type { JobDefinition } from "../model/job-definition.ts";

/** A job and the children it is to have. */
export interface Parent {
  readonly key: string;
  readonly options: { readonly children: readonly ChildJob[] };
  /** @default what starts nothing */
  readonly work?: JobWork;
  /** The graph that its code declares. @default none */
  readonly task?: TaskBody;
}

/** The definitions of those keys that exist. */
export type FindParents = (keys: readonly string[]) => Promise<ReadonlyMap<string, Parent | JobDefinition>>;

/** A job that follows one run of another: a run of its own, whose children follow it, or a node of a task, which has none. */
interface Followed {
  readonly key: string;
  readonly isNode: boolean;
}

/**
 * The way from a job by what it starts, and what that starts, back to itself: by children, by nodes that start a run and do not wait
 * for it, and through tasks whose nodes do so. Its key is first and last; `null` where there is none.
 */
export async function findChildCycle(of: Parent, find: FindParents): Promise<readonly string[] | null> {
  /** Each job that was reached, with the one that starts it: as a node of a task, and as a run of its own. */
  const reachedFrom = new Map<string, Followed>();
  let level: readonly (Followed & { readonly parent: Parent })[] = [
    { key: of.key, isNode: false, parent: of },
  ];
  while (level.length > 0) {
    const next: Followed[] = [];
    for (const { parent, ...from } of level) {
      for (const to of followedBy(parent, from.isNode)) {
        if (to.key === of.key && !to.isNode) return wayTo(from, of.key, reachedFrom);
        if (reachedFrom.has(nameOf(to))) continue;
        reachedFrom.set(nameOf(to), from);
        next.push(to);
      }
    }
    // One look a level of the tree, and none for jobs without children.
    // oxlint-disable-next-line no-await-in-loop
    const found = next.length === 0 ? null : await find([...new Set(next.map(({ key }) => key))]);
    level = next.flatMap((one) => {
      const parent = found?.get(one.key);
      return parent === undefined ? [] : [{ ...one, parent }];
    });
  }
  return null;
}

function followedBy(parent: Parent, isNode: boolean): readonly Followed[] {
  const children = isNode ? [] : parent.options.children.map(({ job: key }) => ({ key, isNode: false }));
  return [...children, ...jobsOfNodes(bodyOf(parent)?.nodes ?? [])];
}

function bodyOf({ work, task }: Parent): TaskBody | null {
  if (task !== undefined) return task;
  return work?.kind === WorkKind.Task ? (work.body as unknown as TaskBody) : null;
}

function jobsOfNodes(nodes: readonly TaskNode[]): readonly Followed[] {
  return nodes.flatMap((node): readonly Followed[] => {
    if (node.type === NodeType.Group) return jobsOfNodes(node.nodes);
    const key =
      node.type === NodeType.Task
        ? node.key
        : node.type === NodeType.Job && "key" in node.job
          ? node.job.key
          : null;
    return key === null ? [] : [{ key, isNode: !startsOnly(node) }];
  });
}

function nameOf({ key, isNode }: Followed): string {
  return isNode ? `node ${key}` : key;
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
  if (path === null) return;
  const isByChild = of.options.children.some(({ job }) => job === path[1]);
  throw invalidInput(doing, [issueAt(isByChild ? "/children" : "/work/body/nodes", "child_cycle", { path })]);
}

function wayTo(last: Followed, root: string, reachedFrom: ReadonlyMap<string, Followed>): readonly string[] {
  const way = [root];
  for (let one: Followed | undefined = last; one !== undefined; one = reachedFrom.get(nameOf(one)))
    way.unshift(one.key);
  return way;
}
