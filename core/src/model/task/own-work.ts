import * as v from "valibot";
import type { JsonObject } from "../../base/json.ts";
import type { JobWork } from "../job-work.ts";
import { JOB_WORK_SCHEMA } from "../job-work-schema.ts";
import { NodeType, type OwnJob, type TaskBody, type TaskNode } from "./task-body.ts";

const PARSED = new WeakMap<JobWork, JobWork>();

/** Work that a body holds, with the defaults that it would have in a job of its own; as it is where its kind is not known here. */
export function workWithDefaults(work: JobWork): JobWork {
  let parsed = PARSED.get(work);
  if (parsed === undefined) {
    const result = v.safeParse(JOB_WORK_SCHEMA, work);
    PARSED.set(work, (parsed = result.success ? result.output : work));
  }
  return parsed;
}

/** The three phases of a job that a body holds, with their defaults. */
export function ownJobWithDefaults(job: OwnJob): OwnJob {
  const { ready, work, end } = job;
  return {
    ...job,
    ...(ready !== undefined && { ready: workWithDefaults(ready) }),
    work: workWithDefaults(work),
    ...(end !== undefined && { end: workWithDefaults(end) }),
  };
}

/** A valid body as it is kept: work in it says all that work of a job does, and the rest is as it was written. */
export function withWorkDefaults(body: JsonObject): JsonObject {
  const { nodes } = body as unknown as TaskBody;
  return { ...body, nodes: nodes.map(nodeWithDefaults) } as unknown as JsonObject;
}

function nodeWithDefaults(node: TaskNode): TaskNode {
  if (node.type === NodeType.Group) return { ...node, nodes: node.nodes.map(nodeWithDefaults) };
  if (node.type !== NodeType.Job || !("work" in node.job)) return node;
  return { ...node, job: ownJobWithDefaults(node.job) };
}
