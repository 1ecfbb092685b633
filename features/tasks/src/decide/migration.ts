import type { JsonValue } from "@mojob/core";
import { NodeStatus, startsOnly } from "@mojob/core/feature";
import { canonicalJson, type TaskState } from "@mojob/core/ports";
import type { PlanNode, TaskPlan } from "../plan/task-plan.ts";
import { loopStateOf, nodeStateOf } from "./read-state.ts";

/** The reasons for which a run cannot go on by another version of its task. */
export const MigrationProblem = {
  /** A node that was reached does not exist there. */
  Missing: "missing",
  /** It is of another type, or is a batch there and none here, or does not wait there for its run. */
  Type: "type",
  /** It follows others, or in another way. */
  Edges: "edges",
  /** It is in another group, or in other loops, by which its runs are named. */
  Place: "place",
  /** It is new, in a loop or a group that is over. */
  Over: "over",
} as const;
export type MigrationProblem = (typeof MigrationProblem)[keyof typeof MigrationProblem];

export interface MigrationIssue {
  readonly node: string;
  readonly problem: MigrationProblem;
}

/**
 * Finds what keeps a run from going on by another plan of its task: every node that was reached must be there, of the same type, with the
 * same edges into it and in the same place. An empty list lets it move; nodes that were not reached may be changed in any way.
 * @example
 * ```ts
 * migrationProblems(plan, newPlan, state); // [{ node: "concat", problem: "edges" }]
 * ```
 */
export function migrationProblems(from: TaskPlan, to: TaskPlan, state: TaskState): readonly MigrationIssue[] {
  const reached = from.nodes.filter(({ id }) => nodeStateOf(state, id) !== undefined);
  const added = to.nodes.filter(({ id }) => !from.byId.has(id) && nodeStateOf(state, id) === undefined);
  return [
    ...reached.flatMap((node) => {
      const problem = problemOf(from, to, node);
      return problem === null ? [] : [{ node: node.id, problem }];
    }),
    ...added
      .filter((node) => isOver(to, state, node))
      .map(({ id }) => ({ node: id, problem: MigrationProblem.Over })),
  ];
}

function problemOf(from: TaskPlan, to: TaskPlan, node: PlanNode): MigrationProblem | null {
  const other = to.byId.get(node.id);
  if (other === undefined) return MigrationProblem.Missing;
  if (typeOf(node) !== typeOf(other)) return MigrationProblem.Type;
  if (placeOf(from, node) !== placeOf(to, other)) return MigrationProblem.Place;
  return edgesInto(from, node) === edgesInto(to, other) ? null : MigrationProblem.Edges;
}

/** With the items of a batch, which are known by their numbers, and whether its run is the task's. */
function typeOf({ node }: PlanNode): string {
  const { each = null } = "each" in node ? node : {};
  return canonicalJson([node.type, node.cleanup === true, startsOnly(node), each] as unknown as JsonValue);
}

function placeOf(plan: TaskPlan, { scope, loops }: PlanNode): string {
  const group = plan.scopes[scope]?.group ?? null;
  const headers = loops.map((loop) => idOf(plan, plan.loops[loop]?.header ?? -1));
  return JSON.stringify([group === null ? null : idOf(plan, group), ...headers]);
}

/** In an order of their own, because that of a body has no meaning. */
function edgesInto(plan: TaskPlan, { ins, node }: PlanNode): string {
  const edges = ins.map(({ from, on, branch }) => JSON.stringify([idOf(plan, from), on, branch]));
  return JSON.stringify([node.join ?? "live", ...edges.toSorted()]);
}

/** Whether nothing would begin it, or wait for it. */
function isOver(plan: TaskPlan, state: TaskState, { scope, loops }: PlanNode): boolean {
  const group = plan.scopes[scope]?.group ?? null;
  const status = group === null ? undefined : nodeStateOf(state, idOf(plan, group))?.s;
  const isGroupOver = status === NodeStatus.Succeeded || status === NodeStatus.Failed;
  return isGroupOver || loops.some((loop) => loopStateOf(plan, state, loop).s !== "open");
}

function idOf(plan: TaskPlan, index: number): string {
  return plan.nodes[index]?.id ?? "";
}
