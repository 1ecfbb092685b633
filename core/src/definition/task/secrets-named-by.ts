import { type JobWork, WorkKind } from "../../model/job-work.ts";
import { secretsOf } from "../../model/work-secrets.ts";
import { workWithDefaults } from "../../model/task/own-work.ts";
import { NodeType, type TaskBody, type TaskNode } from "../../model/task/task-body.ts";
import { secretsOfTask } from "../../expression/secret-params.ts";

/** The secrets that work names, also for the nodes of a graph and for what they run, each once. */
export function secretsNamedBy(work: JobWork): readonly string[] {
  if (work.kind !== WorkKind.Task) return secretsOf(work);
  const body = work.body as unknown as TaskBody;
  return [...new Set([...secretsOfTask(body), ...body.nodes.flatMap(secretsOfOwnJobs)])];
}

function secretsOfOwnJobs(node: TaskNode): readonly string[] {
  if (node.type === NodeType.Group) return node.nodes.flatMap(secretsOfOwnJobs);
  if (node.type !== NodeType.Job || !("work" in node.job)) return [];
  const { ready, work, end } = node.job;
  return [ready, work, end].flatMap((part) => (part === undefined ? [] : secretsOf(workWithDefaults(part))));
}
