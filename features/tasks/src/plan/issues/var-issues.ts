import { issueAt, type TaskBody } from "@mojob/core/engine";
import type { GraphNode, TaskGraph } from "../graph/task-graph.ts";
import type { IssueList } from "./issue-list.ts";

/** Notes variables that a node would write and the task does not declare, and those of nodes whose task is that of an item. */
export function noteVarIssues(list: IssueList, { vars = [] }: TaskBody, graph: TaskGraph): void {
  const values = vars.map(({ name }) => name);
  for (const one of graph.nodes) {
    const { node, pointer } = one;
    if (node.vars === undefined) continue;
    if (isOfItem(graph, one)) list.error(issueAt(`${pointer}/vars`, "vars_of_items"));
    for (const [place, { name }] of node.vars.entries())
      if (!values.includes(name))
        list.error(issueAt(`${pointer}/vars/${place}/name`, "unknown_var", { name, values }));
  }
}

/** Items run side by side, each in a task of its own. */
function isOfItem(graph: TaskGraph, { scope }: GraphNode): boolean {
  const group = graph.scopes[scope]?.group ?? null;
  const around = group === null ? undefined : graph.nodes[group];
  if (around === undefined) return false;
  return ("each" in around.node && around.node.each !== undefined) || isOfItem(graph, around);
}
