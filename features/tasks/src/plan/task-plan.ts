import type { TaskBody } from "@mojob/core/engine";
import type { Expressions } from "@mojob/core/feature";
import type { LoopReads } from "./loop-reads.ts";
import type { CarriedReads } from "./graph/carried-reads.ts";
import type { GraphLoop, GraphNode, GraphScope, GraphEdge } from "./graph/task-graph.ts";

export interface PlanNode extends GraphNode {
  readonly id: string;
  /** The longest way to it from where its task begins, ways back left out: its column in a drawing, and who begins first. */
  readonly sort: number;
  /** The loop that it heads; `null` where it heads none. */
  readonly heads: number | null;
}

export interface PlanLoop extends GraphLoop {
  readonly maxVisits: number;
  readonly delayMs: number;
  /** Every node whose state ends with a visit: those in groups too. */
  readonly all: readonly number[];
  readonly backs: readonly GraphEdge[];
  readonly exits: readonly GraphEdge[];
}

/** A task's body, made once into what deciding needs. Never changed. */
export interface TaskPlan {
  readonly body: TaskBody;
  readonly nodes: readonly PlanNode[];
  readonly byId: ReadonlyMap<string, PlanNode>;
  /** The node that looks at the task's resources, before which none of its own list begins; `null` where it needs none. */
  readonly gate: number | null;
  /** The task's own list is the first. */
  readonly scopes: readonly GraphScope[];
  /** The list in each group, by the group's index. */
  readonly scopeOfGroup: ReadonlyMap<number, number>;
  /** An outer loop stands before those in it. */
  readonly loops: readonly PlanLoop[];
  readonly cleanups: readonly number[];
  /** The nodes of the task's own list that are no cleanup. */
  readonly others: readonly number[];
  readonly batches: readonly number[];
  readonly expressions: Expressions;
  /** Which reads are of an earlier visit. */
  readonly carried: CarriedReads;
  readonly loopReads: LoopReads;
}

/** The order in which nodes are looked at and begin. */
export function byColumn(one: PlanNode, other: PlanNode): number {
  return one.sort - other.sort || one.index - other.index;
}
