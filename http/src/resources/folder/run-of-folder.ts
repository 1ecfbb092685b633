import { isMoJobError, type JobInstance, MoJobErrorCode } from "@mojob/core";
import { hiddenIn, type JobNode, type OwnJob, type TaskNode, type TaskView } from "@mojob/core/engine";
import { parseRunName } from "@mojob/core/feature";
import { type JobWork, runFolderName, scriptOfRun, TriggerType, WorkKind } from "@mojob/core/ports";
import type { UsedScheduler } from "../../route/used-scheduler.ts";

/** The methods that a folder is made of: all of it may be read one by one too, by the same callers. */
export const READING_FOLDERS = [
  "instances.get",
  "instances.logs?",
  "instances.files?",
  "instances.file?",
  "tasks.get?",
  "tasks.log?",
  "jobs.get?",
  "scripts.version?",
  "jobs.names",
  "instances.waitingForWorker",
  "instances.workerNames",
] as const;
export type FolderScheduler = UsedScheduler<(typeof READING_FOLDERS)[number]>;

/** A run, and what of its job and its task its folder is made of. */
export interface RunOfFolder {
  readonly run: JobInstance;
  readonly name: string;
  readonly isTask: boolean;
  /** Where its own nodes stand; `null` of another job, and of a task that has not begun. */
  readonly task: TaskView | null;
  /** The node that it is of another task; `null` where it is none, and where the caller may not see that task. */
  readonly node: NodeOfRun | null;
  /** The work of a job of its own; `null` where that is not known any more, or the caller may not read it. */
  readonly work: JobWork | null;
  /** Whether the caller may see states alone. */
  readonly isHidden: boolean;
}

export interface NodeOfRun {
  /** `null` where the caller may not read what it does. */
  readonly node: TaskNode | null;
  /** Its state is that of this run. */
  readonly isLatest: boolean;
  readonly status: TaskView["nodes"][number]["status"];
}

const ABSENT: readonly string[] = [
  MoJobErrorCode.InstanceNotFound,
  MoJobErrorCode.NotATask,
  MoJobErrorCode.JobNotFound,
  MoJobErrorCode.FileNotFound,
  MoJobErrorCode.ScriptVersionNotFound,
  MoJobErrorCode.FeatureMissing,
  MoJobErrorCode.Forbidden,
];

/** What is read; `null` where it is not there, or not for the caller. */
export async function orAbsent<Value>(read: Promise<Value>): Promise<Value | null> {
  try {
    return await read;
  } catch (error) {
    if (isMoJobError(error) && ABSENT.includes(error.code)) return null;
    throw error;
  }
}

/** @throws MoJobError `instance_not_found` */
export async function readRunOfFolder(scheduler: FolderScheduler, id: string): Promise<RunOfFolder> {
  const run = await scheduler.instances.get(id);
  const [task, node, work] = await Promise.all([
    orAbsent(scheduler.tasks.get(id)),
    nodeOf(scheduler, run),
    workOf(scheduler, run),
  ]);
  const isTask = task !== null || work?.kind === WorkKind.Task;
  return {
    run,
    name: runFolderName(run, isTask),
    isTask,
    task,
    node,
    work: isTask ? null : work,
    isHidden: hiddenIn(run).length > 0,
  };
}

async function nodeOf({ tasks }: FolderScheduler, run: JobInstance): Promise<NodeOfRun | null> {
  const { part, trigger } = run;
  if (part === null || trigger.type !== TriggerType.Task) return null;
  const task = await orAbsent(tasks.get(part.of));
  const id = parseRunName(part.name)?.node;
  const shown = task?.nodes.find((one) => one.id === id);
  if (task === null || shown === undefined) return null;
  const node = nodesIn(task.body.nodes).find((one) => one.id === id) ?? null;
  return {
    node: hiddenIn(task).length > 0 ? null : node,
    isLatest: shown.runId === run.id,
    status: shown.status,
  };
}

/** The work as the run's latest attempt took it, as far as its versions are kept. */
async function workOf({ jobs, scripts }: FolderScheduler, run: JobInstance): Promise<JobWork | null> {
  const { jobKey: key, history } = run;
  const job = await orAbsent(jobs.get(key));
  if (job === null || hiddenIn(job.definition).length > 0) return null;
  const { work, script } = job.definition;
  const taken = scriptOfRun(history);
  if (work.kind !== WorkKind.Script || taken === null || taken.hash === script?.hash) return work;
  const version = await orAbsent(scripts.version(key, taken.version));
  return version === null ? null : { ...work, language: version.language, source: version.source };
}

/** All nodes, those in groups included. */
function nodesIn(nodes: readonly TaskNode[]): readonly TaskNode[] {
  return nodes.flatMap((node) => [node, ...("nodes" in node ? nodesIn(node.nodes) : [])]);
}

/** The job that a body holds for a node; `null` where the node runs something else. */
export function ownJobOf(node: TaskNode | null | undefined): (JobNode & { readonly job: OwnJob }) | null {
  if (node?.type !== "job" || !("work" in node.job)) return null;
  return { ...node, job: node.job };
}
