import type { ConditionNode, JobNode, NodeBase, Pre, SubTaskNode, TaskNode } from "@mojob/core/engine";
import { type JsonRecord, shown, textOf } from "../json-documents.ts";
import { taskParam } from "../task/expression-text.ts";
import type { TaskDraft } from "../task/task-draft.ts";
import { jobOptions } from "./job-options.ts";
import { INIT_PARAMS, jobWork } from "./job-work.ts";
import { filledText, type PowerEdge, type PowerNode, PowerNodeType } from "./workflow-entry.ts";

export interface GraphContext {
  readonly draft: TaskDraft;
  /** The key of the job that the workflow becomes. */
  readonly key: string;
  /** The jobs of the source by their ids. */
  readonly jobs: ReadonlyMap<string, JsonRecord>;
  /** The keys of the workflows of the source by their ids. */
  readonly keys: ReadonlyMap<string, string>;
  readonly byId: ReadonlyMap<string, PowerNode>;
  /** The edges that lead to each node. */
  readonly into: ReadonlyMap<string, readonly PowerEdge[]>;
  /** Filled on the way: the ids of the workflows that are executed within this one. */
  readonly within: Set<string>;
}

type Start = Pick<NodeBase, "id" | "title" | "pre" | "allowFailure">;

const [YES, NO] = ["true", "false"] as const;

/** Puts a node into the graph, with what it follows. */
export function placeNode(node: PowerNode, context: GraphContext): void {
  const { draft } = context;
  const id = draft.idOf(node.id);
  const name = nameOf(node, context);
  const pre = preOf(node, context);
  const start = {
    id,
    ...(name !== id && { title: name.slice(0, 200) }),
    ...(pre.length > 0 && { pre }),
  };
  if (node.isOff) {
    draft.warn("node_off", `${name}.enable`, { node: name });
    draft.nodes.push({ ...start, type: "wait", for: { ms: "0" } });
    return;
  }
  // A decision that fails ends the workflow, whatever it says.
  const failure = node.skipsFailure && node.type !== PowerNodeType.Decision ? { allowFailure: true } : {};
  draft.nodes.push(makeNode(node, name, { ...start, ...failure }, context));
}

export function nameOf({ id, name, target }: PowerNode, { jobs }: Pick<GraphContext, "jobs">): string {
  return name ?? textOf(jobs.get(target ?? "")?.["jobName"]) ?? id;
}

/** Two edges from one decision lead from both of its branches. */
function preOf({ id }: PowerNode, { byId, draft, into }: GraphContext): readonly Pre[] {
  const found = new Map<string, Pre>();
  for (const { from, answer } of into.get(id) ?? []) {
    const source = byId.get(from);
    if (source === undefined) continue;
    const isChosen = source.type === PowerNodeType.Decision && !source.isOff;
    const node = draft.idOf(from);
    found.set(`${from} ${isChosen ? answer : ""}`, isChosen ? { node, branch: answer } : { node });
  }
  return [...found.values()];
}

function makeNode(node: PowerNode, name: string, start: Start, context: GraphContext): TaskNode {
  if (node.type === PowerNodeType.Decision) return decisionNode(node, name, start, context);
  if (node.type === PowerNodeType.Workflow) return workflowNode(node, name, start, context);
  if (node.type !== PowerNodeType.Job)
    context.draft.leaveUnfinished("node_field_ignored", `${name}.nodeType`, {
      node: name,
      field: "nodeType",
      found: String(node.type),
    });
  return jobNode(node, name, start, context);
}

/** Its script is in Groovy, over a context that nothing here has. */
function decisionNode(
  { params }: PowerNode,
  name: string,
  start: Start,
  { draft }: GraphContext,
): ConditionNode {
  draft.leaveUnfinished("node_condition", `${name}.nodeParams`, {
    node: name,
    found: shown(params ?? ""),
    branch: YES,
  });
  return { ...start, type: "condition", branches: [{ name: YES, when: "false" }], else: NO };
}

function workflowNode(
  { target }: PowerNode,
  name: string,
  start: Start,
  { draft, keys, within }: GraphContext,
): SubTaskNode {
  const found = target ?? "unknown";
  const key = keys.get(found);
  if (key === undefined) draft.leaveUnfinished("node_task_missing", `${name}.jobId`, { node: name, found });
  else within.add(found);
  return {
    ...start,
    type: "task",
    key: key ?? `powerjob/${found}`,
    params: [{ name: INIT_PARAMS, expression: taskParam(INIT_PARAMS) }],
  };
}

/** Its own parameters win over those of its job. */
function jobNode({ target, params }: PowerNode, name: string, start: Start, context: GraphContext): JobNode {
  const { draft, jobs, key } = context;
  const job = jobs.get(target ?? "");
  const fallbackHandler = `${key}/${start.id}`.slice(0, 128);
  if (job === undefined) {
    draft.leaveUnfinished("node_job_missing", `${name}.jobId`, {
      node: name,
      found: target ?? "unknown",
      handler: fallbackHandler,
    });
    const given = [{ name: "jobParams", value: params ?? "" }];
    return {
      ...start,
      type: "job",
      job: { work: { kind: "code", handler: fallbackHandler } },
      params: given,
    };
  }
  const given = params ?? filledText(job["jobParams"]);
  const made = jobWork({ node: name, job, params: given, fallbackHandler }, draft);
  const options = jobOptions(name, job, draft);
  const limits = [made.timeoutMs, options.timeoutMs].filter((one) => one !== undefined);
  return {
    ...start,
    type: "job",
    job: { work: made.work },
    ...(made.params !== undefined && { params: made.params }),
    ...options,
    ...(limits.length > 0 && { timeoutMs: Math.min(...limits) }),
  };
}
