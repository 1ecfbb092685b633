import type { JsonValue } from "@mojob/core";
import type { ParamValue, RunNodeBase } from "@mojob/core/engine";
import { isRecord, type JsonRecord, shown, textOf } from "../json-documents.ts";
import { ofNode } from "../task/expression-text.ts";
import type { DagTask } from "./dag.ts";
import type { NodeContext } from "./node-context.ts";

type Each = Pick<RunNodeBase, "each" | "params">;

/** A task that runs for each item: of a list that the source has, or that a task before it returns. */
export function eachOf(task: DagTask, params: readonly ParamValue[], context: NodeContext): Each {
  const { id: node, fields } = task;
  if (fields["is_mapped"] !== true) return {};
  const input =
    fields[textOf(fields["expand_input_attr"]) ?? "expand_input"] ?? fields["expand_input"] ?? null;
  const expanded = isRecord(input) ? (input["value"] ?? null) : null;
  const inner = isRecord(expanded) && Object.hasOwn(expanded, "op_kwargs") ? expanded["op_kwargs"] : null;
  const each = inner == null ? ofLists(expanded, params, task.id, context) : ofRecords(inner);
  if (each !== null) return each;
  context.draft.leaveUnfinished("node_mapped", `${node}.expand_input`, { node, found: shown(expanded) });
  return {};
}

/** One list by the name of a parameter; several would be combined with each other. */
function ofLists(
  lists: JsonValue,
  params: readonly ParamValue[],
  task: string,
  { dag, draft }: NodeContext,
): Each | null {
  const [[name, list] = ["", null], ...others] = isRecord(lists) ? Object.entries(lists) : [];
  if (name === "" || others.length > 0) return null;
  if (Array.isArray(list)) return { each: { sets: list.map((value: JsonValue) => [{ name, value }]) } };
  const from = isRecord(list) ? referenced(list) : null;
  if (from === null || !dag.isBefore(from, task)) return null;
  const items = `${ofNode(draft.idOf(from), "RESULT")} ?? []`;
  return { each: { items }, params: [...params, { name, expression: "$.ITEM" }] };
}

/** A list of several arguments each. */
function ofRecords(list: JsonValue): Each | null {
  if (!Array.isArray(list) || !list.every(isRecord)) return null;
  const records = list as readonly JsonRecord[];
  return {
    each: {
      sets: records.map((record) => Object.entries(record).map(([name, value]) => ({ name, value }))),
    },
  };
}

/** The task whose result a reference is to. */
function referenced(value: JsonRecord): string | null {
  const inner = value["__var"] ?? value;
  return isRecord(inner) ? textOf(inner["task_id"]) : null;
}
