import type { JsonValue } from "@mojob/core";
import { NodeType, type SimulatedOutcome } from "@mojob/core/feature";
import type { Stated, StatedNode } from "../decide/stated.ts";
import type { PlanNode } from "../plan/task-plan.ts";
import { UNKNOWN } from "../unknown-value.ts";
import { isBatch, isList } from "./outcome-issues.ts";

/** How a run ends. */
export interface SimulatedEnd {
  readonly hasFailed: boolean;
  /** @default not known */
  readonly result?: JsonValue;
}

/** The outcomes that were asked for, execution by execution. */
export class StatedOutcomes implements Stated {
  readonly #outcomes: ReadonlyMap<string, SimulatedOutcome | readonly SimulatedOutcome[]>;
  /** The visits of each node, in which it began, in their order. */
  readonly #visits = new Map<string, string[]>();
  /** The nodes that could not be decided when they were last looked at; `null` is the end of the task. */
  readonly unknown: Set<string | null> = new Set();

  constructor(outcomes: Readonly<Record<string, SimulatedOutcome | readonly SimulatedOutcome[]>>) {
    this.#outcomes = new Map(Object.entries(outcomes));
  }

  nodeOf(node: PlanNode, visit: string): StatedNode {
    const outcome = this.#of(node.id, visit);
    const isSure = outcome !== undefined;
    if (outcome === "Skipped") return { isSure, end: outcome };
    const branch = typeof outcome === "object" && "branch" in outcome ? [outcome.branch].flat() : null;
    switch (node.node.type) {
      case NodeType.Wait:
        return { isSure, end: outcome === "Failed" ? outcome : "Succeeded" };
      case NodeType.Approval:
        return { isSure, end: branch ?? ["approved"] };
      case NodeType.Condition:
        if (outcome === "Failed") return { isSure, end: outcome };
        return { isSure, ...(branch !== null && { end: branch }) };
      case NodeType.Job:
      case NodeType.Task:
      case NodeType.Group:
        return { isSure };
    }
  }

  itemsOf({ id }: PlanNode, visit: string): readonly JsonValue[] | null {
    const outcome = this.#of(id, visit);
    if (typeof outcome !== "object" || !("items" in outcome) || outcome.items === undefined) return null;
    return Array.from({ length: outcome.items }, () => UNKNOWN);
  }

  noteUnknown(node: PlanNode | null): void {
    this.unknown.add(node?.id ?? null);
  }

  /** @param item the place in its batch; `null` for a run that is of none */
  endOf(node: PlanNode, visit: string, item: number | null): SimulatedEnd {
    const outcome = this.#of(node.id, visit);
    if (typeof outcome !== "object") return { hasFailed: outcome === "Failed" };
    if ("result" in outcome) return { hasFailed: false, result: outcome.result };
    const failed = isBatch(node) && "failed" in outcome ? (outcome.failed ?? 0) : 0;
    return { hasFailed: item !== null && item < failed };
  }

  #of(id: string, visit: string): SimulatedOutcome | undefined {
    const given = this.#outcomes.get(id);
    if (given === undefined || !isList(given)) return given;
    const visits = this.#visits.get(id) ?? [];
    if (visits.length === 0) this.#visits.set(id, visits);
    if (!visits.includes(visit)) visits.push(visit);
    return given[Math.min(visits.indexOf(visit), given.length - 1)];
  }
}
