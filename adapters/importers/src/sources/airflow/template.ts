import { isRecord } from "../json-documents.ts";
import type { JsonValue } from "@mojob/core";
import type { ParamValue } from "@mojob/core/engine";
import { ofNode, taskParam } from "../task/expression-text.ts";
import { named, type PlacedPlaceholder, type ResolvePlaceholder, textValue } from "../task/text-parts.ts";
import type { NodeContext } from "./node-context.ts";

const ENDS: Readonly<Record<string, string>> = { "{{": "}}", "{%": "%}" };

/** The placeholders that Jinja fills in: values, and blocks that it executes. A text is read once, however it is written. */
export function templatesOf(text: string): readonly PlacedPlaceholder[] {
  const found: PlacedPlaceholder[] = [];
  for (let from = 0; ;) {
    const index = text.slice(from).search(/\{[{%]/) + from;
    const end = index < from ? "" : (ENDS[text.slice(index, index + 2)] ?? "");
    const close = end === "" ? -1 : text.indexOf(end, index + 2);
    if (close < 0) return found;
    from = close + 2;
    found.push({ 0: text.slice(index, from), index });
  }
}

const PARAM = /^\{\{\s*params(?:\.(\w+)|\[['"](\w+)['"]\])\s*\}\}$/;
const PULL =
  /^\{\{\s*(?:ti|task_instance)\.xcom_pull\(\s*(?:task_ids\s*=\s*)?\[?\s*['"]([\w.-]+)['"]\s*\]?\s*(?:,\s*key\s*=\s*['"]return_value['"]\s*)?\)\s*\}\}$/;

/** Resolves the placeholders of a task: a parameter of the DAG, or the result of a task before it. */
export function resolveTemplate(taskId: string, { draft, dag }: NodeContext): ResolvePlaceholder {
  return (placeholder) => {
    const [, dotted, quotedName] = PARAM.exec(placeholder) ?? [];
    const param = dotted ?? quotedName;
    if (param !== undefined) return draft.hasParam(param) ? taskParam(param) : null;
    const [, from] = PULL.exec(placeholder) ?? [];
    return from !== undefined && dag.isBefore(from, taskId) ? leftBy(from, { draft, dag }) : null;
  };
}

/** A program leaves the last line that it printed, code its result. */
export function leftBy(taskId: string, { draft, dag }: Pick<NodeContext, "draft" | "dag">): string {
  const id = draft.idOf(taskId);
  const isProgram = dag.task(taskId)?.type === "BashOperator";
  const value = isProgram ? `last(split(trim(${ofNode(id, "OUTPUT")}), '\\n'))` : ofNode(id, "RESULT");
  return `${value} ?? ''`;
}

/** A value of any kind as that of a parameter; what in it cannot be filled in stays as it is, and is said. */
export function templateValue(
  name: string,
  value: JsonValue,
  { task, field }: { readonly task: string; readonly field: string },
  context: NodeContext,
): ParamValue {
  if (typeof value !== "string") {
    for (const found of templatesIn(value)) noteLeft(task, field, found, context);
    return { name, value };
  }
  const resolve = resolveTemplate(task, context);
  const templates = templatesOf(value);
  const whole = templates[0]?.[0] === value ? resolve(value) : null;
  if (whole !== null) return { name, expression: whole };
  const { value: given, unresolved } = textValue(value, templates, resolve);
  for (const found of unresolved) noteLeft(task, field, found, context);
  return named(name, given);
}

export function noteLeft(node: string, field: string, found: string, { draft }: NodeContext): void {
  draft.leaveUnfinished("node_template", `${node}.${field}`, { node, found });
}

function templatesIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return templatesOf(value).map(({ 0: found }) => found);
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => templatesIn(one));
  return isRecord(value) ? Object.values(value).flatMap(templatesIn) : [];
}
