import type { JsonValue } from "@mojob/core";
import type { JobNode, NodeBase, ParamValue, SubTaskNode, TaskNode } from "@mojob/core/engine";
import { isRecord, numberOf, shown, textOf } from "../json-documents.ts";
import { bashJob } from "./bash-job.ts";
import type { DagTask } from "./dag.ts";
import { eachOf } from "./mapped.ts";
import type { NodeContext } from "./node-context.ts";
import { noteLost, operatorOptions } from "./operator-options.ts";
import { isSqlTask, sqlJob } from "./sql-job.ts";
import { templateValue } from "./template.ts";

export type NodeStart = Pick<NodeBase, "id" | "title">;

const CODE = /Python|Decorated|Branch|ShortCircuit/;
const HTTP = /^(?:Simple)?HttpOperator$/;

/** The node of a task, without what it follows. */
export function operatorNode(task: DagTask, start: NodeStart, context: NodeContext): TaskNode {
  const { type, fields } = task;
  noteLost(task, context.draft);
  if (isEmpty(task)) return { ...start, type: "wait", for: { ms: "0" } };
  if (type === "TimeDeltaSensor" && numberOf(fields["delta"]) !== null)
    return { ...start, type: "wait", for: { ms: String(1000 * (numberOf(fields["delta"]) ?? 0)) } };
  if (isSensor(task)) return sensorNode(task, start, context);
  const options = operatorOptions(task);
  const node = runNode(task, start, context);
  return { ...node, ...options, ...eachOf(task, node.params ?? [], context) };
}

function runNode(task: DagTask, start: NodeStart, context: NodeContext): JobNode | SubTaskNode {
  if (task.type === "BashOperator") {
    const { job, params } = bashJob(task, context);
    return { ...start, type: "job", job, ...withParams(params) };
  }
  if (isSqlTask(task)) {
    const { job, params } = sqlJob(task, context);
    return { ...start, type: "job", job, ...withParams(params) };
  }
  if (task.type === "TriggerDagRunOperator") return triggerNode(task, start, context);
  return HTTP.test(task.type) ? httpNode(task, start, context) : codeNode(task, start, context);
}

function isEmpty({ type, fields }: DagTask): boolean {
  return fields["is_empty"] === true || fields["is_dummy"] === true || /^(?:Empty|Dummy)Operator$/.test(type);
}

function isSensor({ type, fields }: DagTask): boolean {
  return fields["is_sensor"] === true || type.endsWith("Sensor");
}

/** It looked again and again; here somebody has to say that it is there. */
function sensorNode({ id, type, fields }: DagTask, start: NodeStart, { draft }: NodeContext): TaskNode {
  const names = fields["template_fields"];
  const watched = (Array.isArray(names) ? names : []).flatMap((name) => {
    const value = typeof name === "string" ? (fields[name] ?? null) : null;
    return value === null ? [] : [`${String(name)} = ${shown(value)}`];
  });
  const found = [type, ...watched].join(", ");
  draft.warn("node_waits", `${id}.task_type`, { node: id, found, signal: start.id });
  const seconds = numberOf(fields["timeout"]);
  const onTimeout = fields["soft_fail"] === true ? ({ onTimeout: "continue" } as const) : {};
  const limit =
    seconds !== null && seconds > 0 ? { timeoutMs: Math.round(seconds * 1000), ...onTimeout } : {};
  return { ...start, type: "wait", for: { signal: start.id }, ...limit };
}

function triggerNode(task: DagTask, start: NodeStart, context: NodeContext): SubTaskNode {
  const { draft, keys, within } = context;
  const dag = textOf(task.fields["trigger_dag_id"]) ?? "";
  const key = keys.get(dag);
  if (key === undefined)
    draft.leaveUnfinished("node_task_missing", `${task.id}.trigger_dag_id`, { node: task.id, found: dag });
  else within.add(dag);
  const isOnlyStarted = task.fields["wait_for_completion"] !== true;
  // A node that runs for each item waits for all of them.
  const waits = !isOnlyStarted || task.fields["is_mapped"] === true;
  if (isOnlyStarted && waits)
    draft.info("node_awaits", `${task.id}.wait_for_completion`, { node: task.id, found: dag });
  const params = recordParams(task, "conf", context);
  return {
    ...start,
    type: "task",
    key: key ?? `airflow/${dag || "unknown"}`,
    ...(!waits && { wait: false }),
    ...withParams(params),
  };
}

/** Its connection has the address, and its method is not always stated. */
function httpNode(task: DagTask, start: NodeStart, { draft, ...rest }: NodeContext): JobNode {
  const context = { draft, ...rest };
  const { id: node, fields } = task;
  const endpoint = textOf(fields["endpoint"]) ?? "";
  const connection = textOf(fields["http_conn_id"]) ?? "http_default";
  const isWhole = /^https?:\/\//.test(endpoint);
  const method = textOf(fields["method"]) ?? "POST";
  const url = isWhole ? endpoint : `http://${hostOf(connection)}.invalid/${endpoint.replace(/^\//, "")}`;
  if (!isWhole) draft.leaveUnfinished("node_address", `${node}.endpoint`, { node, found: connection, url });
  const headers = Object.fromEntries(
    Object.entries(isRecord(fields["headers"]) ? fields["headers"] : {}).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
  for (const [field, text] of [["endpoint", endpoint], ...Object.entries(headers)] as const)
    templateValue(field, text, { task: node, field }, { ...context });
  const data = fields["data"] ?? null;
  const params = isRecord(data) ? recordParams(task, "data", context) : [];
  const body = typeof data === "string" ? data : null;
  if (body !== null) templateValue("data", body, { task: node, field: "data" }, context);
  const work = { kind: "http" as const, method, url, headers, body, success: null };
  return { ...start, type: "job", job: { work }, ...withParams(params) };
}

function hostOf(connection: string): string {
  return connection.toLowerCase().replace(/[^a-z0-9-]+/g, "-");
}

/** Fields of every operator: none of them is an argument of its code. */
const NOT_ARGUMENTS: ReadonlySet<string> = new Set(["op_args", "op_kwargs", "templates_dict"]);

/** Code of the app: of Python functions nothing is in the source, of other operators what they were told. */
function codeNode(task: DagTask, start: NodeStart, context: NodeContext): JobNode {
  const { draft, key } = context;
  const { id: node, type, fields } = task;
  const isFunction = CODE.test(type);
  const handler = `${key}/${textOf(fields["python_callable_name"])?.split(".").at(-1) ?? start.id}`.slice(
    0,
    128,
  );
  if (isFunction) draft.info("node_handler", `${node}.python_callable`, { node, handler });
  else draft.warn("node_type", `${node}.task_type`, { node, type, handler });
  const names = fields["template_fields"];
  const told = (Array.isArray(names) ? names : []).flatMap((name) => {
    const value = typeof name === "string" && !NOT_ARGUMENTS.has(name) ? (fields[name] ?? null) : null;
    return value === null || typeof name !== "string"
      ? []
      : [templateValue(name, value, { task: node, field: name }, context)];
  });
  const listed: JsonValue = fields["op_args"] ?? null;
  const args =
    Array.isArray(listed) && listed.length > 0
      ? [templateValue("op_args", listed, { task: node, field: "op_args" }, context)]
      : [];
  const params = [...told, ...args, ...recordParams(task, "op_kwargs", context)];
  return { ...start, type: "job", job: { work: { kind: "code", handler } }, ...withParams(params) };
}

function recordParams(task: DagTask, field: string, context: NodeContext): readonly ParamValue[] {
  const record = task.fields[field] ?? null;
  if (!isRecord(record)) return [];
  return Object.entries(record).map(([name, value]) => {
    const from = isRecord(value) && isRecord(value["__var"]) ? textOf(value["__var"]["task_id"]) : null;
    const known = from !== null && context.dag.isBefore(from, task.id);
    return known && from !== null
      ? { name, expression: `$.JOB['${context.draft.idOf(from)}'].RESULT ?? null` }
      : templateValue(name, value, { task: task.id, field: `${field}.${name}` }, context);
  });
}

function withParams(params: readonly ParamValue[]): { readonly params?: readonly ParamValue[] } {
  return params.length === 0 ? {} : { params };
}
