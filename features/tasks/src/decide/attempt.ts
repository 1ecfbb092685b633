import { ExpressionError, NodeStatus } from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { MissingValues } from "../task-values.ts";
import { UnknownValue } from "../unknown-value.ts";
import type { Step } from "./step.ts";

/** Does what may need values: what is not loaded yet is left for another try, what is wrong fails the node. */
export function attempt(step: Step, node: PlanNode, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof UnknownValue) step.stated?.noteUnknown(node);
    if (error instanceof MissingValues) return;
    if (!(error instanceof ExpressionError)) throw error;
    const { code, message, at } = error;
    step.decide(node, NodeStatus.Failed, {
      code,
      message: at < 0 ? message : `At character ${at + 1}: ${message}`,
    });
  }
}
