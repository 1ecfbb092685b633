import type { JsonValue } from "@mojob/core";
import {
  ExpressionError,
  type NodeState,
  NodeStatus,
  OnFailure,
  type TaskEndState,
  TaskPhase,
} from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import { assertType } from "../declared-type.ts";
import { MissingValues } from "../task-values.ts";
import { UnknownValue } from "../unknown-value.ts";
import { handedOn, holdsIn } from "./evaluate.ts";
import { Failures } from "./failures.ts";
import { areSettled, nodeStateOf } from "./read-state.ts";
import type { Step } from "./step.ts";

const DAY_MS = 86_400_000;

/** The end of a task. */
interface Outcome {
  readonly state: TaskEndState;
  readonly code?: string;
  /** Why, for its author. */
  readonly message?: string;
  readonly unhandled: readonly string[];
  readonly results: JsonObject;
}

/** Ends the task once all its nodes are settled; one that is to be held on failure waits instead. */
export function finish(step: Step): void {
  const { plan, state } = step;
  const { phase } = state;
  if (phase !== TaskPhase.Running && phase !== TaskPhase.Ending) return;
  if (!areSettled(plan, state, plan.others)) return;
  const failures = new Failures(plan, state);
  const unhandled = failures.unhandledOf(plan.others);
  if (unhandled.length > 0 && phase === TaskPhase.Running && plan.body.onFailure === OnFailure.Hold) {
    step.emit({ type: "held", until: step.after(plan.body.holdTimeoutMs ?? DAY_MS) });
    return;
  }
  if (!areSettled(plan, state, plan.cleanups)) return;
  const outcome = outcomeOf(step, unhandled, failures.unhandledOf(plan.cleanups));
  if (outcome !== null) step.emit({ type: "ended", ...outcome });
}

/** `null` where values have to be loaded first. */
function outcomeOf(step: Step, unhandled: readonly string[], cleanups: readonly string[]): Outcome | null {
  const { cause } = step.state;
  const none = { unhandled, results: {} };
  if (cause !== undefined) {
    const failed = unhandled.filter((id) => !isEndedByTask(nodeStateOf(step.state, id), cause.cancels));
    // Where a cancelled run is the failure that the task ends by, it is listed.
    const named = failed.length > 0 ? failed : unhandled;
    return { state: cause.state, code: cause.code, unhandled: named, results: {} };
  }
  if (unhandled.length > 0) return { state: "Failed", code: "node_failed", ...none };
  // A failure to clean up is reported, and counts where nothing else failed.
  if (cleanups.length > 0) return { state: "Failed", code: "cleanup_failed", ...none, unhandled: cleanups };
  return success(step);
}

/** Whether a node was cancelled because its task was to end: it failed by nothing of its own. */
function isEndedByTask(state: NodeState | undefined, cancels: boolean): boolean {
  if (state?.s !== NodeStatus.Cancelled) return false;
  return cancels || state.n === undefined || state.batch !== undefined;
}

function success(step: Step): Outcome | null {
  const { successCondition, results = [] } = step.plan.body;
  try {
    const holds = successCondition === undefined || holdsIn(step, successCondition, { node: null });
    const values = results.map((declared) => {
      const value = handedOn(step, declared.expression, { node: null });
      assertType(declared, value);
      return [declared.name, value] as const;
    });
    const end = { unhandled: [], results: Object.fromEntries<JsonValue>(values) };
    return holds ? { state: "Succeeded", ...end } : { state: "Failed", code: "condition_false", ...end };
  } catch (error) {
    if (error instanceof UnknownValue) step.stated?.noteUnknown(null);
    if (error instanceof MissingValues) return null;
    if (!(error instanceof ExpressionError)) throw error;
    return { state: "Failed", code: error.code, message: error.message, unhandled: [], results: {} };
  }
}
