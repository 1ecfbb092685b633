import type { JsonValue } from "@mojob/core";
import type { JsonObject } from "@mojob/core/ports";
import type { ParamValue } from "@mojob/core/engine";
import { type JsonRecord, numberOf, textOf } from "../json-documents.ts";
import { named } from "../task/text-parts.ts";
import { recordsOf } from "../task/codes.ts";
import type { DolphinTask } from "./dolphin-task.ts";
import { type NodeContext, type NodeWork, resolveIn } from "./script-job.ts";
import { dolphinText, PLACEHOLDER } from "./workflow-values.ts";

/** A request. Its address and headers are fixed here; what stood in its body for a value becomes a parameter. */
export function httpJob(task: DolphinTask, context: NodeContext): NodeWork & { readonly timeoutMs?: number } {
  const { params } = task;
  const method = (textOf(params["httpMethod"]) ?? "GET").toUpperCase();
  const parts = recordsOf(params["httpParams"]);
  const of = (type: RegExp): readonly JsonRecord[] =>
    parts.filter(({ httpParametersType }) => type.test(textOf(httpParametersType) ?? "PARAMETER"));
  const headers = Object.fromEntries(of(/^HEADER/).map(({ prop, value }) => [text(prop), text(value)]));
  const query = new URLSearchParams(of(/^PARAMETER$/).map(({ prop, value }) => [text(prop), text(value)]));
  const url = withQuery(textOf(params["url"]) ?? "", query, task, context);
  for (const [name, value] of Object.entries(headers)) noteFixed(value, `headers.${name}`, task, context);
  const fixed = textOf(params["httpBody"]);
  if (fixed !== null) noteFixed(fixed, "httpBody", task, context);
  const fields = bodyFields(of(/^BODY$/), task, context);
  const waitMs = (numberOf(params["connectTimeout"]) ?? 0) + (numberOf(params["socketTimeout"]) ?? 0);
  const hasBody = fixed !== null || method !== "GET";
  const work = {
    kind: "http" as const,
    method,
    url,
    headers: hasBody ? { "Content-Type": "application/json", ...headers } : headers,
    body: fixed ?? (fields.length > 0 || !hasBody ? null : ""),
    success: successOf(task, context),
  };
  return { job: { work }, params: fields, ...(waitMs > 0 && { timeoutMs: waitMs }) };
}

/** Adds the query to the address, and notes a placeholder in it: the address stays as it is written. */
function withQuery(url: string, query: URLSearchParams, task: DolphinTask, context: NodeContext): string {
  const whole = query.size === 0 ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
  noteFixed(decodeURIComponentSafely(whole), "url", task, context);
  return whole;
}

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function noteFixed(value: string, field: string, { name: node }: DolphinTask, { draft }: NodeContext): void {
  for (const [found] of value.matchAll(PLACEHOLDER))
    draft.leaveUnfinished("node_template", `${node}.${field}`, { node, found });
}

function bodyFields(
  fields: readonly JsonRecord[],
  task: DolphinTask,
  context: NodeContext,
): readonly ParamValue[] {
  const resolve = resolveIn(task, context);
  return fields.map(({ prop, value }) => {
    const { value: given, unresolved } = dolphinText(text(value), resolve);
    for (const found of unresolved)
      context.draft.leaveUnfinished("node_template", `${task.name}.${text(prop)}`, {
        node: task.name,
        found,
      });
    return named(text(prop), given);
  });
}

function successOf({ name: node, params }: DolphinTask, { draft }: NodeContext): JsonObject | null {
  const condition = typeof params["condition"] === "string" ? params["condition"] : "";
  const check = textOf(params["httpCheckCondition"]) ?? "STATUS_CODE_DEFAULT";
  const status = numberOf(condition);
  if (check === "STATUS_CODE_DEFAULT") return { status: [200] };
  if (check === "STATUS_CODE_CUSTOM" && status !== null) return { status: [status] };
  if (check === "BODY_CONTAINS") return { contains: condition };
  draft.leaveUnfinished("node_field_ignored", `${node}.condition`, {
    node,
    field: "condition",
    found: `${check} ${condition}`,
  });
  return null;
}

function text(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  return value === null || value === undefined ? "" : JSON.stringify(value);
}
