import { isDecided, NodeStatus, TaskPhase } from "@mojob/core/feature";
import { byColumn, type PlanNode } from "../plan/task-plan.ts";
import { closeBatch } from "./batch.ts";
import { joinVerdict, type Verdict } from "./join-verdict.ts";
import type { Step } from "./step.ts";

/** Facts after which a step leaves further visits of loops to the next one: deciding so many takes about as long as a turn. */
const LONG_STEP = 1000;

/** In the order of their columns, so that a node is looked at once those before it are decided. */
export function judgeTouched(step: Step): void {
  while (step.touched.size > 0) {
    const nodes = [...step.touched].map((index) => step.nodeAt(index)).sort(byColumn);
    step.touched.clear();
    for (const node of nodes) judge(step, node);
  }
}

function judge(step: Step, node: PlanNode): void {
  const state = step.stateOf(node);
  if (isDecided(state?.s) || node.node.cleanup === true) return;
  if (step.state.phase === TaskPhase.Ending) endOpen(step, node);
  else if (state === undefined) followVerdict(step, node, verdictIn(step, node));
}

/** Whatever is to end and has no run ends at once. */
function endOpen(step: Step, node: PlanNode): void {
  if (!step.isRunning(node)) step.decide(node, NodeStatus.Cancelled);
  else closeBatch(step, node);
}

/** A node in a group waits for the group, and does not run where that does not. */
function verdictIn(step: Step, node: PlanNode): Verdict {
  const group = step.plan.scopes[node.scope]?.group ?? null;
  if (group === null) return verdictBehindGate(step, node);
  switch (step.statusOf(step.nodeAt(group))) {
    case NodeStatus.Running:
      return joinVerdict(step.plan, step.state, node);
    case NodeStatus.Blocked:
    case NodeStatus.Failed:
    case NodeStatus.Cancelled:
      return "block";
    case NodeStatus.Skipped:
    case NodeStatus.Succeeded:
      return "skip";
    default:
      return "wait";
  }
}

/** Nothing of a task begins before its resources are there, or somebody says that it may. */
function verdictBehindGate(step: Step, node: PlanNode): Verdict {
  const { gate } = step.plan;
  const status = gate === null || gate === node.index ? undefined : step.statusOf(step.nodeAt(gate));
  if (gate === null || gate === node.index || mayPass(status))
    return joinVerdict(step.plan, step.state, node);
  return isDecided(status) ? "block" : "wait";
}

function mayPass(status: NodeStatus | undefined): boolean {
  return status === NodeStatus.Succeeded || status === NodeStatus.Skipped;
}

function followVerdict(step: Step, node: PlanNode, verdict: Verdict): void {
  switch (verdict) {
    case "wait":
      return;
    case "skip":
      step.decide(node, NodeStatus.Skipped);
      return;
    case "block":
      step.decide(node, NodeStatus.Blocked);
      return;
    case "go":
      if (!delayVisit(step, node)) step.candidates.add(node.index);
  }
}

/** A loop may rest before each visit but the first. One that runs nothing does where the step is long: its next visits are another step. */
function delayVisit(step: Step, node: PlanNode): boolean {
  if (node.heads === null || step.loopState(node.heads).visit === 1) return false;
  const { delayMs } = step.plan.loops[node.heads] ?? { delayMs: 0 };
  if (delayMs === 0 && step.facts.length < LONG_STEP) return false;
  step.emit({ type: "waits", ...step.place(node), dueAt: step.after(delayMs), until: null, why: "loop" });
  return true;
}
