import * as v from "valibot";
import { toInputIssue } from "../../base/input.ts";
import { issueAt } from "../../base/issue/issue.ts";
import type { InputIssue } from "../../base/issue/issue-code.ts";
import { canonicalJson, copyJson, escapePointer, type JsonValue } from "../../base/json.ts";
import { byteLength } from "../../base/truncate.ts";
import { MoJobError } from "../../base/error.ts";
import { ExpressionError } from "../../expression/expression-error.ts";
import {
  ApprovalBranch,
  NodeType,
  type Pre,
  type TaskBody,
  TaskLimit,
  type TaskNode,
} from "../body/task-body.ts";
import { TASK_BODY_SCHEMA } from "../body/task-body-schema.ts";
import { Expressions } from "./expressions.ts";
import { readGraph, type TaskGraph } from "./task-graph.ts";

const JSON_LIMITS = { maxDepth: 64, maxNodes: 300_000 };
/** Members whose text is an expression, wherever they stand in a node. */
const EXPRESSION_MEMBERS: ReadonlySet<string> = new Set([
  "expression",
  "skipWhen",
  "when",
  "until",
  "check",
  "uri",
  "expect",
]);

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
  issues.push(...loopIssues(graph), ...expressionIssues(graph));
  if (graph.nodes.length > TaskLimit.Nodes)
    issues.push(issueAt("/nodes", "too_many", { max: TaskLimit.Nodes }));
  return issues.length > 0 ? { body: null, issues } : { body: parsed.output, issues: [] };
}

function readJson(
  input: unknown,
): { readonly value: JsonValue } | { readonly issues: readonly InputIssue[] } {
  try {
    const value = copyJson(input, "", JSON_LIMITS);
    const bytes = byteLength(canonicalJson(value));
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
    return [
      ...(isUnclear ? [issueAt(`${pointer}/each`, "each_rule")] : []),
      ...(node.pre ?? []).flatMap((pre, place) =>
        preIssues(node, pre, lists[scope]?.get(pre.node), `${pointer}/pre/${place}`),
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

function expressionIssues({ nodes }: TaskGraph): readonly InputIssue[] {
  const expressions = new Expressions();
  const known = new Set(nodes.map(({ node }) => node.id));
  const issuesOf = ([at, text]: readonly [string, string]): readonly InputIssue[] => {
    try {
      return expressions.get(text).references.flatMap(({ path }) => {
        const [step] = path.steps;
        const name = step?.type === "name" ? step.name : "*";
        return path.root !== "JOB" || known.has(name) ? [] : [issueAt(at, "unknown_reference", { name })];
      });
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      return [issueAt(at, "bad_expression", { position: error.at + 1, text: error.message })];
    }
  };
  return nodes.flatMap(({ node, pointer }) => expressionsIn(node, pointer).flatMap(issuesOf));
}

function expressionsIn(value: unknown, pointer: string): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const at = `${pointer}/${escapePointer(name)}`;
    // Nodes in groups are looked at by themselves, and JSON that is given is no expression.
    if (name === "nodes" || name === "value" || name === "work" || name === "form") return [];
    if (EXPRESSION_MEMBERS.has(name) && typeof inner === "string") return [[at, inner] as const];
    return expressionsIn(inner, at);
  });
}
