import { NO_WORK, type Phases } from "../phased-work.ts";
import { splitCheck } from "../work-check.ts";
import { ownJobWithDefaults } from "./own-work.ts";
import { type GroupNode, type JobNode, NodeType, type OwnJob, type TaskNode } from "./task-body.ts";

/** A node whose job its task's body holds: the work of one, or the nodes of a group that is executed for each item. */
export type OwnJobNode = (JobNode & { readonly job: OwnJob }) | GroupNode;

/** Whether the body of its task holds what a node runs. */
export function isOwnJob(node: TaskNode): node is OwnJobNode {
  if (node.type === NodeType.Group) return node.each !== undefined;
  return node.type === NodeType.Job && "work" in node.job;
}

/** The phases of a node whose job is in the body of its task. */
export function phasesOfJob(job: OwnJob): Phases {
  const { resources, verify, successCondition } = job;
  const { work: process, ready, end } = ownJobWithDefaults(job);
  const looked = successCondition === undefined ? [] : splitCheck(successCondition).resources;
  return {
    ...(process !== NO_WORK && { process }),
    ...(ready !== undefined && { ready }),
    ...(end !== undefined && { end }),
    ...(resources !== undefined && resources.length > 0 && { resources }),
    ...(verify !== undefined && { verify }),
    ...(looked.length > 0 && { condition: { type: "all", checks: looked } }),
  };
}
