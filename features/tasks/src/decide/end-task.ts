import { OnFailure, TaskPhase } from "@mojob/core/feature";
import { Failures } from "./failures.ts";
import type { Step } from "./step.ts";

export interface EndOfTask {
  readonly state: "Failed" | "Cancelled";
  readonly code: string;
  /** Whether what runs is to end now. */
  readonly cancels: boolean;
}

/** From now on nothing more begins but cleanup. */
export function endTask(step: Step, end: EndOfTask, by?: string): void {
  step.emit({ type: "endAsked", ...end }, by);
  step.candidates.clear();
  step.touchAll(step.plan.nodes.keys());
}

/** Ends a task that is to end with the first failure that nothing can handle any more. */
export function stopOnFailure(step: Step): void {
  const { body, others } = step.plan;
  const { onFailure } = body;
  const isMeant = onFailure === OnFailure.Stop || onFailure === OnFailure.Cancel;
  if (!isMeant || step.state.phase === TaskPhase.Ending || step.state.phase === TaskPhase.Ended) return;
  const failures = new Failures(step.plan, step.state);
  if (failures.unhandledOf(others).length > 0)
    endTask(step, { state: "Failed", code: "node_failed", cancels: onFailure === OnFailure.Cancel });
}
