import type { AppSet } from "../../access/app-set.ts";
import { invalidInput } from "../../base/input.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import { isOwnJob, phasesOfJob } from "../../model/task/own-job.ts";
import type { ExecutorRecord } from "../../model/executor-record.ts";
import { type JobWork, WorkKind } from "../../model/job-work.ts";
import { phasedWork, runParts } from "../../model/phased-work.ts";
import { offeredNames } from "../../model/runner-offer.ts";
import { hasRunner } from "../../placement/can-run.ts";
import { startsOnly } from "../../model/task/starts-only.ts";
import { NodeType, type TaskBody, type TaskNode } from "../../model/task/task-body.ts";

/** More tasks within tasks than these are not looked into. */
const MOST_READ = 2000;

/** A node that waits for the run of a job. */
interface RunningNode {
  /** The place of the node of the tried body that leads to it. */
  readonly pointer: string;
  /** Its id, behind those of the nodes that lead to it in other tasks. */
  readonly name: string;
  /** The work of the node, or the key of the job or task that it names. */
  readonly runs: { readonly app: string; readonly work: JobWork } | string;
}

export interface NodeRunnersContext {
  /** The online executors of all apps. */
  readonly executors: readonly ExecutorRecord[];
  readonly cache: Pick<JobDefinitionCache, "getMany">;
  /** The apps that the caller sees: of others it learns which of its own nodes lacks a runner, and no more. */
  readonly seen: AppSet;
}

/**
 * Checks that workers have what the nodes of a task run, as far as it waits for them: without that it would wait until its time is up.
 * Nodes that name jobs which are not there fail by themselves.
 * @throws MoJobError `invalid_argument` with an issue for each node whose runner is missing
 */
export async function assertNodeRunners(
  work: JobWork,
  app: string,
  { executors, cache, seen }: NodeRunnersContext,
  doing: string,
): Promise<void> {
  if (work.kind !== WorkKind.Task) return;
  const issues: InputIssue[] = [];
  const read = new Set<string>();
  let nodes = nodesOf(work.body as unknown as TaskBody, { app, pointer: "/work/body", name: "" });
  while (nodes.length > 0) {
    const keys = [...new Set(nodes.flatMap(({ runs }) => (typeof runs === "string" ? [runs] : [])))];
    const named = await cache.getMany(keys);
    const next: RunningNode[] = [];
    for (const { pointer, name, runs } of nodes) {
      const job = typeof runs === "string" ? named.get(runs) : runs;
      if (job === undefined) continue;
      const issue = issueOf(job, executors, { pointer, name, isSeen: seen.has(job.app) });
      if (issue !== null) issues.push(issue);
      if (typeof runs !== "string" || read.has(runs) || read.size >= MOST_READ) continue;
      read.add(runs);
      if (job.work.kind === WorkKind.Task)
        next.push(
          ...nodesOf(job.work.body as unknown as TaskBody, { app: job.app, pointer, name: `${name}/` }),
        );
    }
    nodes = next;
  }
  if (issues.length > 0) throw invalidInput(doing, issues);
}

/** Nodes of a body, those in groups too. @param name stands before their ids */
function nodesOf(
  { nodes }: Pick<TaskBody, "nodes">,
  { app, pointer, name }: { readonly app: string; readonly pointer: string; readonly name: string },
): readonly RunningNode[] {
  const isOutermost = name === "";
  return nodes.flatMap((node, index): readonly RunningNode[] => {
    const at = isOutermost ? `${pointer}/nodes/${index}` : pointer;
    const runs = runsOf(node, app);
    const own = runs === null ? [] : [{ pointer: at, name: `${name}${node.id}`, runs }];
    if (node.type !== NodeType.Group) return own;
    return [...own, ...nodesOf(node, { app, pointer: at, name })];
  });
}

function runsOf(node: TaskNode, app: string): RunningNode["runs"] | null {
  if (startsOnly(node)) return null;
  if (node.type === NodeType.Task) return node.key;
  if (node.type !== NodeType.Job) return null;
  if ("key" in node.job) return node.job.key;
  return isOwnJob(node) ? { app, work: phasedWork(phasesOfJob(node.job)) } : null;
}

function issueOf(
  { app, work }: { readonly app: string; readonly work: JobWork },
  executors: readonly ExecutorRecord[],
  { pointer, name, isSeen }: Pick<RunningNode, "pointer" | "name"> & { readonly isSeen: boolean },
): InputIssue | null {
  if (executors.some((executor) => hasRunner(executor, { app, work }))) return null;
  const workers = executors.filter((executor) => executor.app === app);
  const parts = runParts(work);
  const missing = parts.filter((part) => !workers.some((worker) => hasRunner(worker, { app, work: part })));
  // Each has a worker, and no worker has all of them.
  const needs = (missing.length === 0 ? parts : missing).map(labelOf).join(" + ");
  const kinds = isSeen ? workers.flatMap(({ workKinds = [] }) => workKinds) : [];
  return issueAt(pointer, "no_runner", {
    app,
    kinds: [...new Set<string>([WorkKind.Code, ...kinds])],
    node: isSeen ? name : (name.split("/")[0] ?? name),
    needs,
  });
}

/** The runner that a worker needs for a part, in a few words. */
function labelOf(part: JobWork): string {
  const names = part.kind === WorkKind.Code ? [part.handler] : offeredNames(part);
  return [part.kind, ...names].join(" ");
}
