import type { JsonValue } from "@mojob/core";
import type { PlanNode } from "../plan/task-plan.ts";

export interface StatedNode {
  /** Whether something is said of this very node, so that its own condition to be left out is not looked at. */
  readonly isSure: boolean;
  /** How it ends without a run, or the branches that it takes. @default it begins */
  readonly end?: "Succeeded" | "Failed" | "Skipped" | readonly string[];
}

/** What a simulation says in place of people, times and values that only a run would have. */
export interface Stated {
  /** What is said of a node that is to begin. */
  nodeOf(node: PlanNode, visit: string): StatedNode;
  /** The items of a batch; `null` where its expression says. */
  itemsOf(node: PlanNode, visit: string): readonly JsonValue[] | null;
  /** Takes note of a node that cannot be decided because of a value; `null`: the end of the task. */
  noteUnknown(node: PlanNode | null): void;
}
