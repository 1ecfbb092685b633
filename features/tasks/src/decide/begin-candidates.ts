import { NodeStatus, TaskPhase } from "@mojob/core/feature";
import { byColumn, type PlanNode } from "../plan/task-plan.ts";
import { continueBatch } from "./batch.ts";
import { beginNode, takesPlace } from "./begin-node.ts";
import type { Step } from "./step.ts";

const MOST_PARALLEL = 100;

/** Begins what may, as far as the task has places; what has to wait for one is marked. */
export function beginCandidates(step: Step): void {
  const { phase, nodes } = step.state;
  for (const { id, index } of phase === TaskPhase.Running ? step.plan.nodes : [])
    if (Object.hasOwn(nodes, id) && nodes[id]?.s === NodeStatus.Ready) step.candidates.add(index);
  const candidates = [...step.candidates].map((index) => step.nodeAt(index)).sort(byColumn);
  step.candidates.clear();
  let places = placesLeft(step);
  for (const node of candidates) {
    if (!isCandidate(step, node)) continue;
    if (step.state.phase === TaskPhase.Running && (places > 0 || !takesPlace(node))) {
      beginNode(step, node);
      places -= placesOf(step, node);
    } else if (step.statusOf(node) !== NodeStatus.Ready) step.emit({ type: "ready", ...step.place(node) });
  }
  if (step.state.phase !== TaskPhase.Running) return;
  for (const index of step.plan.batches) places -= continueBatch(step, step.nodeAt(index), places);
}

function isCandidate(step: Step, node: PlanNode): boolean {
  const status = step.statusOf(node);
  return status === undefined || status === NodeStatus.Ready || status === NodeStatus.Waiting;
}

function placesLeft(step: Step): number {
  let places = step.plan.body.maxParallel ?? MOST_PARALLEL;
  for (const node of step.plan.nodes) places -= placesOf(step, node);
  return places;
}

function placesOf(step: Step, node: PlanNode): number {
  const state = step.stateOf(node);
  if (state?.s !== NodeStatus.Running || state.n === undefined) return 0;
  return state.batch === undefined ? 1 : state.batch.open;
}
