import { NodeStatus, TaskPhase } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { Failures } from "./failures.ts";
import { areSettled } from "./read-state.ts";
import type { Step } from "./step.ts";
import { succeed } from "./succeed.ts";

/** Its nodes are judged from now on. */
export function beginGroup(step: Step, node: PlanNode): void {
  step.emit({ type: "started", ...step.place(node), n: null, injected: {} });
  step.touchAll(membersOf(step, node));
}

/** Ends a group all of whose nodes are settled: it fails where one of them did and nothing in the group handled that. */
export function closeGroup(step: Step, node: PlanNode): void {
  const members = membersOf(step, node);
  if (!step.isRunning(node) || !areSettled(step.plan, step.state, members)) return;
  if (step.state.phase === TaskPhase.Ending) {
    step.decide(node, NodeStatus.Cancelled);
    return;
  }
  const unhandled = new Failures(step.plan, step.state).unhandledOf(members);
  if (unhandled.length === 0) succeed(step, node);
  else step.decide(node, NodeStatus.Failed, { code: "node_failed", message: unhandled.join(", ") });
}

function membersOf({ plan }: Step, { index }: PlanNode): readonly number[] {
  const scope = plan.scopeOfGroup.get(index);
  return scope === undefined ? [] : (plan.scopes[scope]?.members ?? []);
}
