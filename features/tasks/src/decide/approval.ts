import type { JsonValue } from "@mojob/core";
import { ApprovalBranch, type ApprovalNode, NodeStatus } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import type { Decision, Step } from "./step.ts";
import { succeed } from "./succeed.ts";

const CODES: Readonly<Record<Exclude<ApprovalBranch, "approved">, string>> = {
  refused: "approval_refused",
  timeout: "approval_timeout",
};

/** Waits for people; who may approve, and what the form must be, is checked before they are heard. */
export function beginApproval(step: Step, node: PlanNode, { timeoutMs }: ApprovalNode): void {
  const dueAt = step.after(timeoutMs);
  step.emit({ type: "waits", ...step.place(node), dueAt, until: dueAt, why: "wait" });
}

/** Counts an approval; the last of the quorum, or one refusal, decides. */
export function approve(
  step: Step,
  node: PlanNode,
  body: ApprovalNode,
  given: { readonly by: string; readonly branch: ApprovalBranch; readonly form?: JsonValue },
): void {
  const { by, branch, form } = given;
  if (branch === ApprovalBranch.Approved) {
    const others = step.stateOf(node)?.approvals?.length ?? 0;
    if (others + 1 < (body.by.quorum ?? 1)) {
      step.emit({ type: "approved", ...step.place(node), by }, by);
      return;
    }
  }
  takeBranch(step, node, branch, form === undefined ? {} : { result: form }, by);
}

/** Nobody decided in time. */
export function endApproval(step: Step, node: PlanNode, { onTimeout }: ApprovalNode): void {
  takeBranch(step, node, onTimeout);
}

/** A branch that leads nowhere is a failure, except that of success. */
export function takeBranch(
  step: Step,
  node: PlanNode,
  branch: ApprovalBranch,
  decision: Decision = {},
  by?: string,
): void {
  const leads = node.outs.some((edge) => edge.branch === branch);
  if (branch === ApprovalBranch.Approved || leads)
    succeed(step, node, { ...decision, branches: [branch] }, by);
  else step.decide(node, NodeStatus.Failed, { ...decision, code: CODES[branch] }, by);
}
