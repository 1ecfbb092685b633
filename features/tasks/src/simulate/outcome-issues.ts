import { type InputIssue, issueAt } from "@mojob/core/engine";
import { ApprovalBranch, NodeType, type SimulatedOutcome, startsOnly, TaskLimit } from "@mojob/core/feature";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";

type Outcomes = Readonly<Record<string, SimulatedOutcome | readonly SimulatedOutcome[]>>;

/** The outcomes that the nodes of a task cannot have, with pointers from `/outcomes` on. */
export function outcomeIssues({ byId }: TaskPlan, outcomes: Outcomes): readonly InputIssue[] {
  return Object.entries(outcomes).flatMap(([id, given]) => {
    const pointer = `/outcomes/${id.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const node = byId.get(id);
    if (node === undefined) return [issueAt(pointer, "unknown_node", { name: id })];
    return isList(given)
      ? given.flatMap((one, place) => issuesOf(node, one, `${pointer}/${place}`))
      : issuesOf(node, given, pointer);
  });
}

export function isList(
  given: SimulatedOutcome | readonly SimulatedOutcome[],
): given is readonly SimulatedOutcome[] {
  return Array.isArray(given);
}

function issuesOf(node: PlanNode, outcome: SimulatedOutcome, pointer: string): readonly InputIssue[] {
  if (typeof outcome === "string") {
    const values = statesOf(node);
    return values.includes(outcome) ? [] : [issueAt(pointer, "not_one_of", { values })];
  }
  if ("branch" in outcome) return branchIssues(node, [outcome.branch].flat(), `${pointer}/branch`);
  if ("result" in outcome)
    return hasRun(node) && !isBatch(node) && !startsOnly(node.node)
      ? []
      : [issueAt(`${pointer}/result`, "unknown_name")];
  return itemIssues(node, outcome, pointer);
}

/** A group ends as its nodes do, and time alone does not fail. */
function statesOf({ node }: PlanNode): readonly string[] {
  switch (node.type) {
    case NodeType.Approval:
      return ["Skipped"];
    case NodeType.Condition:
      return ["Failed", "Skipped"];
    case NodeType.Wait:
      return "signal" in node.for || "check" in node.for
        ? ["Succeeded", "Failed", "Skipped"]
        : ["Succeeded", "Skipped"];
    case NodeType.Group:
      return node.each === undefined ? ["Skipped"] : ["Succeeded", "Failed", "Skipped"];
    case NodeType.Job:
    case NodeType.Task:
      return ["Succeeded", "Failed", "Skipped"];
  }
}

function branchIssues({ node }: PlanNode, taken: readonly string[], pointer: string): readonly InputIssue[] {
  if (node.type === NodeType.Approval) {
    const values = Object.values(ApprovalBranch);
    return taken.length === 1 && values.some((one) => one === taken[0])
      ? []
      : [issueAt(pointer, "not_one_of", { values })];
  }
  if (node.type !== NodeType.Condition) return [issueAt(pointer, "unknown_name")];
  const known = [...node.branches.map(({ name }) => name), ...(node.else === undefined ? [] : [node.else])];
  if (taken.length === 0) return [issueAt(pointer, "too_few", { min: 1 })];
  if (taken.length > 1 && node.all !== true) return [issueAt(pointer, "too_many", { max: 1 })];
  return taken
    .filter((name) => !known.includes(name))
    .map((name) => issueAt(pointer, "unknown_branch", { name }));
}

function itemIssues(
  node: PlanNode,
  { items, failed = 0 }: { readonly items?: number | undefined; readonly failed?: number | undefined },
  pointer: string,
): readonly InputIssue[] {
  if (!isBatch(node)) return [issueAt(pointer, "not_one_of", { values: statesOf(node) })];
  const { each } = node.node as { readonly each: { readonly sets?: readonly unknown[] } };
  if (items !== undefined && each.sets !== undefined) return [issueAt(`${pointer}/items`, "unknown_name")];
  const most = items ?? each.sets?.length ?? TaskLimit.Items;
  if (items !== undefined && items > TaskLimit.Items)
    return [issueAt(`${pointer}/items`, "too_large", { max: TaskLimit.Items })];
  return failed > most ? [issueAt(`${pointer}/failed`, "too_large", { max: most })] : [];
}

function hasRun({ node }: PlanNode): boolean {
  return node.type === NodeType.Job || node.type === NodeType.Task;
}

export function isBatch({ node }: PlanNode): boolean {
  return "each" in node && node.each !== undefined;
}
