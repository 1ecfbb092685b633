import * as v from "valibot";
import { toInputIssue } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import { copyJson, type JsonValue } from "../../base/json.ts";
import { byteLength } from "../../base/truncate.ts";
import { MoJobError } from "../../base/error.ts";
import {
  ApprovalBranch,
  NodeType,
  type Pre,
  type TaskBody,
  TaskLimit,
  type TaskNode,
} from "../body/task-body.ts";
import { TASK_BODY_SCHEMA } from "../body/task-body-schema.ts";
import { expressionIssues } from "./expression-issues.ts";
import { readGraph, type TaskGraph } from "./task-graph.ts";

const JSON_LIMITS = { maxDepth: 64, maxNodes: 300_000 };
export type ValidTask =
  | { readonly body: TaskBody; readonly issues: readonly [] }
  | { readonly body: null; readonly issues: readonly InputIssue[] };

/** A body as it is given, or everything that is wrong with it at once: its shape first, then what its parts say of each other. */
export function validateTask(input: unknown): ValidTask {
  const json = readJson(input);
  if ("issues" in json) return { body: null, issues: json.issues };
  const parsed = v.safeParse(TASK_BODY_SCHEMA, json.value);
  if (!parsed.success) return { body: null, issues: parsed.issues.map(toInputIssue) };
  const graph = readGraph(parsed.output.nodes, { intoBatches: true });
  const issues = [...duplicates(graph), ...edgeIssues(graph)];
  issues.push(...loopIssues(graph), ...expressionIssues(parsed.output, graph));
  if (graph.nodes.length > TaskLimit.Nodes)
    issues.push(issueAt("/nodes", "too_many", { max: TaskLimit.Nodes }));
  return issues.length > 0 ? { body: null, issues } : { body: parsed.output, issues: [] };
}

function readJson(
  input: unknown,
): { readonly value: JsonValue } | { readonly issues: readonly InputIssue[] } {
  try {
    const value = copyJson(input, "", JSON_LIMITS);
    // Canonical JSON has other places for its members, and as many bytes.
    const bytes = byteLength(JSON.stringify(value));
    if (bytes <= TaskLimit.Bytes) return { value };
    return { issues: [issueAt("", "too_many_bytes", { max: TaskLimit.Bytes, bytes })] };
  } catch (error) {
    if (error instanceof MoJobError && error.issues !== undefined) return { issues: error.issues };
    throw error;
  }
}

function duplicates({ nodes }: TaskGraph): readonly InputIssue[] {
  const seen = new Set<string>();
  return nodes.flatMap(({ node, pointer }) => {
    if (seen.has(node.id)) return [issueAt(`${pointer}/id`, "duplicate_node")];
    seen.add(node.id);
    return [];
  });
}

function edgeIssues(graph: TaskGraph): readonly InputIssue[] {
  const lists = graph.scopes.map(
    ({ members }) => new Map(members.map((index) => [graph.nodes[index]?.node.id, graph.nodes[index]?.node])),
  );
  return graph.nodes.flatMap(({ node, pointer, scope }) => {
    const each = "each" in node ? node.each : undefined;
    const isUnclear = each !== undefined && (each.items === undefined) === (each.sets === undefined);
    const { join, pre = [] } = node;
    const isImpossible = typeof join === "object" && join.min > pre.length;
    return [
      ...(isImpossible ? [issueAt(`${pointer}/join`, "join_impossible", { max: pre.length })] : []),
      ...(isUnclear ? [issueAt(`${pointer}/each`, "each_rule")] : []),
      ...pre.flatMap((one, place) =>
        preIssues(node, one, lists[scope]?.get(one.node), `${pointer}/pre/${place}`),
      ),
    ];
  });
}

function preIssues(
  node: TaskNode,
  pre: Pre,
  source: TaskNode | undefined,
  pointer: string,
): readonly InputIssue[] {
  if (pre.node === node.id) return [issueAt(`${pointer}/node`, "self_edge")];
  if (source === undefined) return [issueAt(`${pointer}/node`, "unknown_node", { name: pre.node })];
  if (pre.branch === undefined || branchesOf(source).includes(pre.branch)) return [];
  return [issueAt(`${pointer}/branch`, "unknown_branch", { name: pre.branch })];
}

function branchesOf(node: TaskNode): readonly string[] {
  if (node.type === NodeType.Approval) return Object.values(ApprovalBranch);
  if (node.type !== NodeType.Condition) return [];
  return [...node.branches.map(({ name }) => name), ...(node.else === undefined ? [] : [node.else])];
}

function loopIssues({ nodes, problems }: TaskGraph): readonly InputIssue[] {
  return problems.map((problem) => {
    const ids = problem.nodes.map((index) => nodes[index]?.node.id ?? "");
    const pointer = nodes[problem.nodes[0] ?? -1]?.pointer ?? "/nodes";
    if (problem.type === "cycle") return issueAt(pointer, "node_cycle", { path: [...ids, ids[0] ?? ""] });
    if (problem.type === "too_deep") return issueAt(pointer, "loops_too_deep", { max: TaskLimit.Depth });
    return issueAt(pointer, "loop_entered_twice", { names: ids });
  });
}
