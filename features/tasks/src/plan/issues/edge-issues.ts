import { issueAt, type Pre, type TaskNode } from "@mojob/core/engine";
import { ApprovalBranch, EdgeCondition, NodeType, TaskLimit } from "@mojob/core/feature";
import type { TaskGraph } from "../graph/task-graph.ts";
import type { IssueList } from "./issue-list.ts";

/** Notes ids that two nodes have, predecessors and branches that do not exist, and joins that can never be met. */
export function noteEdgeIssues(list: IssueList, graph: TaskGraph): void {
  const seen = new Set<string>();
  const lists = graph.scopes.map(
    ({ members }) => new Map(members.map((index) => [graph.nodes[index]?.node.id, graph.nodes[index]?.node])),
  );
  for (const { node, pointer, scope } of graph.nodes) {
    if (seen.has(node.id)) list.error(issueAt(`${pointer}/id`, "duplicate_node"));
    seen.add(node.id);
    const { join, pre = [] } = node;
    const others = lists[scope];
    if (typeof join === "object" && join.min > pre.length)
      list.error(issueAt(`${pointer}/join`, "join_impossible", { max: pre.length }));
    for (let place = 0; place < pre.length; place += 1)
      notePre(list, node, others?.get(pre[place]?.node), pointer, place);
  }
}

/** Notes ways back that are no loops, and loops and groups within too many others. */
export function noteLoopIssues(list: IssueList, { nodes, scopes, problems }: TaskGraph): void {
  for (const problem of problems) {
    const ids = problem.nodes.map((index) => nodes[index]?.node.id ?? "");
    const pointer = nodes[problem.nodes[0] ?? -1]?.pointer ?? "/nodes";
    if (problem.type === "cycle")
      list.error(issueAt(pointer, "node_cycle", { path: [...ids, ids[0] ?? ""] }));
    else if (problem.type === "too_deep")
      list.error(issueAt(pointer, "loops_too_deep", { max: TaskLimit.Depth }));
    else list.error(issueAt(pointer, "loop_entered_twice", { names: ids }));
  }
  const depths: number[] = [];
  // A group stands before what is in it.
  for (const [scope, { group }] of scopes.entries()) {
    const around = group === null ? undefined : nodes[group];
    const depth = around === undefined ? 0 : (depths[around.scope] ?? 0) + 1;
    depths[scope] = depth;
    if (around !== undefined && depth === TaskLimit.Depth + 1)
      list.error(issueAt(around.pointer, "loops_too_deep", { max: TaskLimit.Depth }));
  }
}

function notePre(
  list: IssueList,
  node: TaskNode,
  source: TaskNode | undefined,
  pointer: string,
  place: number,
): void {
  const pre = node.pre?.[place] as Pre;
  if (pre.node === node.id) list.error(issueAt(`${pointer}/pre/${place}/node`, "self_edge"));
  else if (source === undefined)
    list.error(issueAt(`${pointer}/pre/${place}/node`, "unknown_node", { name: pre.node }));
  else if (pre.branch !== undefined && pre.on === EdgeCondition.Failed)
    list.error(issueAt(`${pointer}/pre/${place}/branch`, "excludes", { other: '"on": "failed"' }));
  else if (pre.branch !== undefined && !branchesOf(source).includes(pre.branch))
    list.error(issueAt(`${pointer}/pre/${place}/branch`, "unknown_branch", { name: pre.branch }));
  if (pre.handles === undefined) return;
  const at = `${pointer}/pre/${place}/handles`;
  if (node.cleanup === true) list.error(issueAt(at, "excludes", { other: "cleanup" }));
  else if ((pre.on ?? EdgeCondition.Ok) === EdgeCondition.Ok)
    list.error(issueAt(at, "needs", { other: '"on": "failed" / "ended"' }));
}

/** The branches that lead on from a node. */
export function branchesOf(node: TaskNode): readonly string[] {
  if (node.type === NodeType.Approval) return Object.values(ApprovalBranch);
  if (node.type !== NodeType.Condition) return [];
  return [...node.branches.map(({ name }) => name), ...(node.else === undefined ? [] : [node.else])];
}
