import { NodeStatus, OnFailure, TaskPhase } from "@mojob/core/feature";
import { beginNode } from "./begin-node.ts";
import { edgeValue } from "./edge-value.ts";
import { Failures } from "./failures.ts";
import { areSettled } from "./read-state.ts";
import type { Step } from "./step.ts";

/** Begins cleanup nodes before which everything has ended; those that follow nothing begin last. */
export function beginCleanups(step: Step): void {
  const { plan, state } = step;
  if (state.phase !== TaskPhase.Running && state.phase !== TaskPhase.Ending) return;
  const others = plan.others;
  const areOthersSettled = areSettled(plan, state, others);
  const isHeldBack =
    plan.body.onFailure === OnFailure.Hold &&
    state.phase === TaskPhase.Running &&
    !(areOthersSettled && new Failures(plan, state).unhandledOf(others).length === 0);
  for (const index of plan.cleanups) {
    const node = step.nodeAt(index);
    // One that somebody has tried again may have found no place before the task began to end.
    const isOpen = step.stateOf(node) === undefined || step.statusOf(node) === NodeStatus.Ready;
    if (!isOpen || isHeldBack) continue;
    const isDue =
      node.ins.length === 0
        ? areOthersSettled
        : node.ins.every((edge) => edgeValue(plan, state, edge) !== "open");
    if (isDue) beginNode(step, node);
  }
}
