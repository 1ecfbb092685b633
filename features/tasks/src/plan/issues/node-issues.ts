import { type ConditionNode, issueAt } from "@mojob/core/engine";
import {
  type ApprovalNode,
  BoundedSchema,
  EdgeCondition,
  type GroupNode,
  NodeType,
  startsOnly,
  type WaitNode,
} from "@mojob/core/feature";
import type { GraphEdge, GraphNode, TaskGraph } from "../graph/task-graph.ts";
import type { IssueList } from "./issue-list.ts";

/** A code of an error or a number, or the beginning of one and a `*`. */
const CODE_PATTERN = /^(?:-?\d{1,12}|[A-Za-z_][\w.:-]*)?\*?$/;

/** Notes what is wrong with nodes by themselves, by their kind. */
export function noteNodeIssues(list: IssueList, graph: TaskGraph): void {
  for (const one of graph.nodes) {
    const { node, pointer } = one;
    if (node.cleanup === true) noteCleanup(list, graph, one);
    if (node.type === NodeType.Condition) noteCondition(list, one, node);
    else if (node.type === NodeType.Approval) noteForm(list, pointer, node);
    else if (node.type === NodeType.Wait) noteWait(list, pointer, node);
    else {
      const { each, retry } = node;
      if (node.type === NodeType.Group && each === undefined) notePlainGroup(list, pointer, node);
      if (startsOnly(node)) noteStart(list, one);
      if (each !== undefined && (each.items === undefined) === (each.sets === undefined))
        list.error(issueAt(`${pointer}/each`, "each_rule"));
      for (const [place, pattern] of (retry?.on ?? []).entries())
        if (!CODE_PATTERN.test(pattern))
          list.error(issueAt(`${pointer}/retry/on/${place}`, "code_pattern_rule"));
    }
  }
}

/** Options of runs, of which a group has none unless it is a task for each item. */
const OF_RUNS = ["params", "retry", "timeoutMs", "waitTimeoutMs", "priority", "results"] as const;

function notePlainGroup(list: IssueList, pointer: string, node: GroupNode): void {
  for (const name of OF_RUNS)
    if (node[name] !== undefined) list.error(issueAt(`${pointer}/${name}`, "needs", { other: "each" }));
}

/** A time ends by itself, so that there is nothing to give up. */
function noteWait(list: IssueList, pointer: string, { for: wait, timeoutMs, onTimeout }: WaitNode): void {
  if (timeoutMs !== undefined && !("signal" in wait || "check" in wait))
    list.error(issueAt(`${pointer}/timeoutMs`, "needs", { other: "for.signal / for.check" }));
  if (onTimeout !== undefined && timeoutMs === undefined)
    list.error(issueAt(`${pointer}/onTimeout`, "needs", { other: "timeoutMs" }));
}

/** A list of what was started is nobody's result, and what a body holds exists with its task alone. */
function noteStart(list: IssueList, { node, pointer }: GraphNode): void {
  if ("each" in node) list.error(issueAt(`${pointer}/wait`, "excludes", { other: "each" }));
  if (node.type === NodeType.Job && "work" in node.job)
    list.error(issueAt(`${pointer}/wait`, "excludes", { other: "job.work" }));
}

/** Cleanup runs while its task ends, where no group, loop or batch goes on, and is waited for by nothing else. */
function noteCleanup(
  list: IssueList,
  graph: TaskGraph,
  { node, pointer, scope, loops, outs }: GraphNode,
): void {
  const group = graph.scopes[scope]?.group ?? null;
  // The nodes of a batch are tasks of their own.
  const isInGroup = group !== null && !isBatch(graph.nodes[group]);
  const isPlain = (node.type === NodeType.Job || node.type === NodeType.Task) && node.each === undefined;
  if (isInGroup || loops.length > 0 || !isPlain) list.error(issueAt(`${pointer}/cleanup`, "cleanup_rule"));
  if (node.join !== undefined) list.error(issueAt(`${pointer}/join`, "excludes", { other: "cleanup" }));
  for (const [place, { branch, on }] of (node.pre ?? []).entries()) {
    if (branch !== undefined) list.error(issueAt(`${pointer}/pre/${place}/branch`, "cleanup_with_branch"));
    if (on === EdgeCondition.Failed)
      list.error(issueAt(`${pointer}/pre/${place}/on`, "excludes", { other: "cleanup" }));
  }
  for (const { to } of outs) {
    const after = graph.nodes[to] as GraphNode;
    if (after.node.cleanup !== true)
      list.error(issueAt(`${after.pointer}/pre`, "cleanup_followed", { name: node.id }));
  }
}

function isBatch(node: GraphNode | undefined): boolean {
  return node !== undefined && "each" in node.node && node.node.each !== undefined;
}

/** Without `else` a condition fails where no branch holds: something has to follow that. */
function noteCondition(list: IssueList, { pointer, outs }: GraphNode, node: ConditionNode): void {
  const always = node.branches.some(({ when }) => when.trim() === "true");
  if (node.else === undefined && !always && node.allowFailure !== true && !outs.some(followsFailure))
    list.error(issueAt(pointer, "else_missing"));
  const followed = new Set(outs.map(({ branch }) => branch));
  for (const [place, { name }] of node.branches.entries())
    if (!followed.has(name) && !followed.has(null))
      list.warning(issueAt(`${pointer}/branches/${place}/name`, "branch_unused"));
}

function followsFailure({ on }: GraphEdge): boolean {
  return on !== EdgeCondition.Ok;
}

function noteForm(list: IssueList, pointer: string, { form }: ApprovalNode): void {
  if (form === undefined) return;
  try {
    BoundedSchema.of(form);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    list.error(issueAt(`${pointer}/form`, "bad_schema", { why }));
  }
}
