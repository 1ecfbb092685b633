import { issueAt, type OwnJob, type ParamValue, type RunNodeBase, type TaskBody } from "@mojob/core/engine";
import { NodeType } from "@mojob/core/feature";
import type { TaskGraph } from "../graph/task-graph.ts";
import type { IssueList } from "./issue-list.ts";

/** The beginning of the one kind of value that is hidden; what follows it is judged with the other expressions. */
const NAMES_SECRET = /^\s*\$\.SECRET\b/u;

/**
 * Notes parameters that are declared as secret and whose values would be kept with their runs: a secret is one that the app has,
 * and that a node names.
 */
export function noteSecretParams(list: IssueList, { params = [] }: TaskBody, graph: TaskGraph): void {
  for (const [place, { secret }] of params.entries())
    if (secret === true) list.error(issueAt(`/params/${place}/secret`, "secret_of_caller"));
  for (const { node, pointer } of graph.nodes)
    if (node.type === NodeType.Job && "work" in node.job) noteOfJob(list, node.job, node, pointer);
}

function noteOfJob(
  list: IssueList,
  { params: declared = [] }: OwnJob,
  { params = [], each }: RunNodeBase,
  pointer: string,
): void {
  const secrets = new Set(declared.filter(({ secret }) => secret === true).map(({ name }) => name));
  if (secrets.size === 0) return;
  for (const [place, { name, value }] of declared.entries())
    if (secrets.has(name) && value !== undefined)
      list.error(issueAt(`${pointer}/job/params/${place}/value`, "secret_in_clear"));
  const note = (values: readonly ParamValue[], at: string): void => {
    for (const [place, value] of values.entries()) {
      if (!secrets.has(value.name)) continue;
      const member = "expression" in value ? "expression" : "value";
      if (!("expression" in value) || !NAMES_SECRET.test(value.expression))
        list.error(issueAt(`${at}/${place}/${member}`, "secret_in_clear"));
    }
  };
  note(params, `${pointer}/params`);
  for (const [place, set] of (each?.sets ?? []).entries()) note(set, `${pointer}/each/sets/${place}`);
}
