import { MoJobError, MoJobErrorCode } from "../../base/error.ts";
import type { JobReference } from "../../scheduler/typed-job.ts";
import { type JobNode, NodeType, type SubTaskNode } from "../../model/task/task-body.ts";
import type { JobRegistration } from "../job-registration.ts";
import { decoratedOptions } from "../options-decorator.ts";

/** The job or task that a node runs. */
export type NodeRun = Pick<JobNode, "type" | "job" | "wait"> | Pick<SubTaskNode, "type" | "key" | "wait">;

/** @throws MoJobError `invalid_argument` for a job whose key depends on the app that registers it */
export function runOf(job: string | JobReference<unknown, unknown>): NodeRun {
  if (typeof job === "string") return { type: NodeType.Job, job: { key: job } };
  const key = decoratedOptions(job)?.key ?? job.options.key;
  if (key === undefined) {
    const name = "typeName" in job ? job.typeName : job.name;
    throw new MoJobError(
      MoJobErrorCode.InvalidArgument,
      `Cannot have a node run job "${name}": give it a key, by which the task names it`,
    );
  }
  return isTask(job) ? { type: NodeType.Task, key } : { type: NodeType.Job, job: { key } };
}

function isTask(job: object): boolean {
  return (job as Partial<JobRegistration>).task !== undefined;
}
