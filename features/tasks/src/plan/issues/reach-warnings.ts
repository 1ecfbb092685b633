import { issueAt } from "@mojob/core/engine";
import { ApprovalBranch, EdgeCondition, NodeType } from "@mojob/core/feature";
import { inOrder } from "../graph/in-order.ts";
import type { GraphEdge, GraphNode, TaskGraph } from "../graph/task-graph.ts";
import type { IssueList } from "./issue-list.ts";

/** Notes nodes that can never run, and ends that fail the task although they are expected. */
export function noteReachWarnings(list: IssueList, graph: TaskGraph): void {
  const reach = new Set<number>();
  // A group stands before what is in it.
  for (const { members, group } of graph.scopes)
    for (const index of inOrder(graph, members)) {
      const node = graph.nodes[index] as GraphNode;
      const isInside = group === null || reach.has(group);
      if (isInside && mayRun(graph, reach, node)) reach.add(index);
      else if (isInside) list.warning(issueAt(node.pointer, "unreachable"));
    }
  for (const node of graph.nodes) {
    if (needsHandler(node)) list.warning(issueAt(node.pointer, "no_handler"));
    noteSilentHandler(list, node);
  }
}

/** A node that goes on whatever came before takes a failure away, and nothing in its words says so. */
function noteSilentHandler(list: IssueList, { node, pointer, ins }: GraphNode): void {
  const [only, ...others] = node.pre ?? [];
  if (only === undefined || others.length > 0) return;
  const isSilent = only.on === EdgeCondition.Ended && only.handles === undefined;
  if (isSilent && ins.some(({ handles }) => handles))
    list.warning(issueAt(`${pointer}/pre/0`, "handles_failures", { name: only.node }));
}

function mayRun(graph: TaskGraph, reach: ReadonlySet<number>, { node, ins }: GraphNode): boolean {
  if (node.skipWhen?.trim() === "true") return false;
  const edges = ins.filter(({ isBack }) => !isBack);
  if (edges.length === 0) return true;
  const open = edges.filter((edge) => mayBeTaken(graph, reach, edge));
  const { join = "live" } = node;
  if (typeof join === "object") return open.length >= join.min;
  // A blocked node counts for `done` too.
  if (join === "done") return true;
  if (join !== "all") return open.length > 0;
  return open.length === edges.length && !excludeEachOther(graph, edges);
}

function mayBeTaken(
  { nodes }: TaskGraph,
  reach: ReadonlySet<number>,
  { from, branch, on }: GraphEdge,
): boolean {
  // A failure far before is one here too.
  if (on !== EdgeCondition.Ok) return true;
  const source = (nodes[from] as GraphNode).node;
  if (!reach.has(from)) return false;
  // When its time is up, an approval takes the branch that it names for that.
  const isTimeout = source.type === NodeType.Approval && branch === ApprovalBranch.Timeout;
  return !isTimeout || source.onTimeout === ApprovalBranch.Timeout;
}

/** Whether two of these are branches of one node that takes one alone. */
function excludeEachOther({ nodes }: TaskGraph, edges: readonly GraphEdge[]): boolean {
  const chosen = new Map<number, string>();
  for (const { from, branch, on } of edges) {
    const source = (nodes[from] as GraphNode).node;
    if (branch === null || on !== EdgeCondition.Ok) continue;
    if (source.type === NodeType.Condition && source.all === true) continue;
    if ((chosen.get(from) ?? branch) !== branch) return true;
    chosen.set(from, branch);
  }
  return false;
}

/** A refusal, a time that is up: nothing went wrong, and yet the task fails where no node follows it. */
function needsHandler({ node, outs }: GraphNode): boolean {
  if (node.allowFailure === true || outs.some(({ on }) => on !== EdgeCondition.Ok)) return false;
  if (node.type === NodeType.Wait)
    return node.timeoutMs !== undefined && node.onTimeout !== "continue" && !("ms" in node.for);
  if (node.type !== NodeType.Approval) return false;
  const leads = new Set(outs.map(({ branch }) => branch));
  const timeout = node.onTimeout !== ApprovalBranch.Approved && !leads.has(node.onTimeout);
  return timeout || !leads.has(ApprovalBranch.Refused);
}
