import type { JobNode, NodeBase, Pre, RunNodeBase, SubTaskNode, TaskNode } from "@mojob/core/engine";
import { numberOf, shown, textOf } from "../json-documents.ts";
import { codeOf, recordOf, recordsOf } from "../task/codes.ts";
import { conditionsChoice, preFrom, type BranchesTo, switchChoice } from "./branch-node.ts";
import type { DolphinTask } from "./dolphin-task.ts";
import { httpJob } from "./http-job.ts";
import { nodeOptions } from "./node-options.ts";
import { type NodeContext, resolveIn, scriptJob } from "./script-job.ts";
import { isSqlTask, sqlJob } from "./sql-job.ts";
import { quoted } from "../task/expression-text.ts";
import { named } from "../task/text-parts.ts";
import { dolphinText, localParams } from "./workflow-values.ts";
import { ownValue } from "../../own-value.ts";

export interface TaskContext extends NodeContext {
  /** The key of the job that the workflow becomes. */
  readonly key: string;
  /** The workflows of the source by their codes. */
  readonly workflows: ReadonlyMap<string, KnownWorkflow>;
  /** The codes before each task. */
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly byCode: ReadonlyMap<string, DolphinTask>;
  /** Filled on the way: the branches of tasks that choose. */
  readonly branches: Map<string, BranchesTo>;
  /** Filled on the way: the codes of the workflows that are executed within this one. */
  readonly within: Set<string>;
}

/** Another workflow of the source. */
export interface KnownWorkflow {
  readonly key: string;
  /** The names of the parameters that it declares. */
  readonly params: ReadonlySet<string>;
}

type Base = Pick<NodeBase, "id" | "title" | "pre">;
type Make = (task: DolphinTask, base: Base, context: TaskContext) => TaskNode;

const MAKE: Readonly<Record<string, Make>> = {
  SHELL: scriptNode,
  PYTHON: scriptNode,
  HTTP: httpNode,
  SQL: sqlNode,
  SUB_PROCESS: subTaskNode,
  SUB_WORKFLOW: subTaskNode,
  DYNAMIC: dynamicNode,
  DEPENDENT: dependentNode,
  SWITCH: (task, base, context) => {
    const { choice, to } = switchChoice(task, context);
    context.branches.set(task.code, to);
    return { ...base, type: "condition", ...choice };
  },
  CONDITIONS: conditionsNode,
};

/** The node of a task, without what it follows: the ways that lead on from those that choose are known once all are made. */
export function makeNode(task: DolphinTask, context: TaskContext): TaskNode {
  const id = context.draft.idOf(task.code);
  const base = { id, ...(task.name !== id && { title: task.name.slice(0, 200) }) };
  const make = ownValue(MAKE, task.type) ?? unknownNode;
  return make(task, base, context);
}

/** Puts a node into the graph, with a wait before one that begins later. */
export function placeNode(task: DolphinTask, node: TaskNode, context: TaskContext): void {
  const { draft } = context;
  const isOff = task.fields["flag"] === "NO";
  if (isOff) draft.info("node_disabled", `${task.name}.flag`, { node: task.name });
  const delayMs = 60_000 * Math.max(0, numberOf(task.fields["delayTime"]) ?? 0);
  const chosen = preOf(task, context);
  const pre = node.pre === undefined ? chosen : [...chosen.filter((one) => !has(node.pre, one)), ...node.pre];
  const waits = delayMs > 0 ? draft.newId(`${node.id}-delay`) : null;
  if (waits !== null)
    draft.nodes.push({ id: waits, type: "wait", ...withPre(pre), for: { ms: String(delayMs) } });
  draft.nodes.push({
    ...node,
    ...withPre(waits === null ? pre : [{ node: waits }]),
    ...(isOff && { skipWhen: "true" }),
  });
}

function withPre(pre: readonly Pre[]): Pick<NodeBase, "pre"> {
  return pre.length === 0 ? {} : { pre };
}

function has(pre: readonly Pre[] = [], one: Pre): boolean {
  return pre.some(({ node }) => node === one.node);
}

/** The nodes that it follows: an edge of its own leads from a task that chooses. */
function preOf(task: DolphinTask, { before, branches, byCode, draft }: TaskContext): readonly Pre[] {
  return (before.get(task.code) ?? []).flatMap((code) => {
    const node = draft.idOf(code);
    const to = branches.get(code);
    if (to === undefined) return [{ node }];
    if (!to.has(task.code))
      draft.warn("node_not_chosen", task.name, {
        node: task.name,
        found: byCode.get(code)?.name ?? code,
      });
    return preFrom(node, to.get(task.code));
  });
}

function scriptNode(task: DolphinTask, base: Base, context: TaskContext): JobNode {
  const { job, params } = scriptJob(task, context);
  return { ...base, type: "job", job, ...withParams(params), ...nodeOptions(task, context.draft) };
}

/** A statement, where a database here has its words; otherwise it is code of the app. */
function sqlNode(task: DolphinTask, base: Base, context: TaskContext): JobNode {
  if (!isSqlTask(task)) return unknownNode(task, base, context);
  const { job, params } = sqlJob(task, context);
  return { ...base, type: "job", job, ...withParams(params), ...nodeOptions(task, context.draft) };
}

function httpNode(task: DolphinTask, base: Base, context: TaskContext): JobNode {
  const { job, params, timeoutMs } = httpJob(task, context);
  const options = nodeOptions(task, context.draft);
  return {
    ...base,
    type: "job",
    job,
    ...withParams(params),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...options,
  };
}

/** Of its own parameters it is given those that the workflow declares. */
function subTaskNode(task: DolphinTask, base: Base, context: TaskContext): SubTaskNode {
  const { draft, within } = context;
  const { code, workflow } = workflowOf(task, context);
  if (workflow !== null) within.add(code);
  else
    draft.leaveUnfinished("node_task_missing", `${task.name}.processDefinitionCode`, {
      node: task.name,
      found: code,
    });
  const params = ownParams(task, context).filter(({ name }) => takes(task, name, context));
  return {
    ...base,
    type: "task",
    key: workflow?.key ?? `dolphinscheduler/${code === "" ? "unknown" : code}`,
    ...withParams(params),
    ...nodeOptions(task, draft),
  };
}

function workflowOf(
  { params }: DolphinTask,
  { workflows }: TaskContext,
): { readonly code: string; readonly workflow: KnownWorkflow | null } {
  const code = codeOf(params["processDefinitionCode"] ?? params["workflowDefinitionCode"]) ?? "";
  return { code, workflow: workflows.get(code) ?? null };
}

/** Whether the workflow of a node declares a parameter; one that it does not declare would be refused. */
function takes(task: DolphinTask, name: string, context: TaskContext): boolean {
  const { workflow } = workflowOf(task, context);
  const isTaken = workflow === null || workflow.params.has(name);
  if (!isTaken) context.draft.lose(task.name, "localParams", name);
  return isTaken;
}

/** One run of a workflow for each value of a list; where there are several lists, those of the first. */
function dynamicNode(task: DolphinTask, base: Base, context: TaskContext): SubTaskNode {
  const node = subTaskNode(task, base, context);
  const { draft } = context;
  const [list, ...others] = recordsOf(task.params["listParameters"]);
  const lose = (field: string, found: string): void =>
    draft.leaveUnfinished("node_field_ignored", `${task.name}.${field}`, { node: task.name, field, found });
  for (const { name } of others) lose("listParameters", shown(name));
  const filter = textOf(task.params["filterCondition"]);
  if (filter !== null) lose("filterCondition", filter);
  const { value } = dolphinText(textOf(list?.["value"]) ?? "", resolveIn(task, context));
  const text = "expression" in value ? value.expression : quoted(value.value);
  const atOnce = numberOf(task.params["degreeOfParallelism"]) ?? 0;
  const name = textOf(list?.["name"]) ?? "item";
  const item = takes(task, name, context) ? [{ name, expression: "$.ITEM" }] : [];
  return {
    ...node,
    each: {
      items: `split(${text}, ${quoted(textOf(list?.["separator"]) ?? ",")})`,
      ...(atOnce > 0 && { maxParallel: Math.min(10_000, Math.trunc(atOnce)) }),
    },
    ...withParams([...(node.params ?? []), ...item]),
  };
}

function conditionsNode(task: DolphinTask, base: Base, context: TaskContext): TaskNode {
  const { choice, to, looksAt } = conditionsChoice(task, context);
  context.branches.set(task.code, to);
  const codes = new Set([...looksAt, ...(context.before.get(task.code) ?? [])]);
  const pre = [...codes]
    .filter((code) => context.byCode.has(code))
    .map((code): Pre => ({ node: context.draft.idOf(code), on: "ended", handles: true }));
  return { ...base, type: "condition", pre, ...choice };
}

/** It looked at runs of other workflows; here somebody has to say that they are done. */
function dependentNode(task: DolphinTask, base: Base, { draft }: TaskContext): TaskNode {
  const waitedFor = recordsOf(recordOf(task.params["dependence"])["dependTaskList"]).flatMap((group) =>
    recordsOf(group["dependItemList"]).map(
      ({ definitionCode, depTaskCode, cycle, dateValue }) =>
        `${shown(definitionCode)}/${shown(depTaskCode)} ${shown(cycle)} ${shown(dateValue)}`,
    ),
  );
  const signal = base.id;
  draft.warn("node_waits", `${task.name}.dependence`, {
    node: task.name,
    found: waitedFor.join(", "),
    signal,
  });
  const { timeoutMs } = nodeOptions(task, draft);
  return { ...base, type: "wait", for: { signal }, ...(timeoutMs !== undefined && { timeoutMs }) };
}

/** Code of the app, which gets what the source says. */
function unknownNode(task: DolphinTask, base: Base, context: TaskContext): JobNode {
  const { draft, key } = context;
  const handler = `${key}/${base.id}`.slice(0, 128);
  const type = task.type === "" ? "?" : task.type;
  draft.warn("node_type", `${task.name}.taskType`, { node: task.name, type, handler });
  return {
    ...base,
    type: "job",
    job: { work: { kind: "code", handler } },
    params: [...ownParams(task, context), { name: "taskParams", value: task.params }],
    ...nodeOptions(task, draft),
  };
}

function ownParams(task: DolphinTask, { values }: TaskContext): NonNullable<RunNodeBase["params"]> {
  const resolve = values.of(task);
  return localParams(task)
    .filter(({ isOut }) => !isOut)
    .map(({ name, value }) => named(name, dolphinText(value, resolve).value));
}

function withParams(params: NonNullable<RunNodeBase["params"]>): Pick<RunNodeBase, "params"> {
  return params.length === 0 ? {} : { params };
}
