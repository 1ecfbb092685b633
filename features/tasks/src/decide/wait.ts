import {
  ExpressionError,
  ExpressionErrorCode,
  NodeStatus,
  type WaitFor,
  type WaitNode,
} from "@mojob/core/feature";
import type { PlanNode } from "../plan/task-plan.ts";
import { evaluateIn, holdsIn } from "./evaluate.ts";
import type { Step } from "./step.ts";
import { succeed } from "./succeed.ts";

const LONGEST_MS = 366 * 86_400_000;

/** Waits for a time, a signal or a check; what is over by now ends at once. */
export function beginWait(step: Step, node: PlanNode, body: WaitNode): void {
  const { for: wait, timeoutMs } = body;
  const until = timeoutMs === undefined ? null : step.after(timeoutMs);
  if ("check" in wait) look(step, node, body, until);
  else if (!("signal" in wait)) passAt(step, node, timeOf(step, node, wait));
  else if (step.state.signals.includes(wait.signal)) {
    step.emit({ type: "signalTaken", signal: wait.signal });
    succeed(step, node);
  } else pause(step, node, until, until);
}

/** Goes on with a wait whose time has come. */
export function endWait(step: Step, node: PlanNode, body: WaitNode): void {
  if ("check" in body.for) look(step, node, body, step.stateOf(node)?.until ?? null);
  else if ("signal" in body.for) timeOut(step, node, body);
  else succeed(step, node);
}

function look(step: Step, node: PlanNode, body: WaitNode, until: Date | null): void {
  if (!("check" in body.for)) return;
  const { check, everyMs } = body.for;
  if (holdsIn(step, check, { node })) succeed(step, node);
  else if (until !== null && until <= step.at) timeOut(step, node, body);
  else {
    const next = step.after(everyMs);
    pause(step, node, until === null || next < until ? next : until, until);
  }
}

export function timeOut(step: Step, node: PlanNode, { onTimeout }: WaitNode): void {
  if (onTimeout === "continue") succeed(step, node);
  else step.decide(node, NodeStatus.Failed, { code: "timeout" });
}

function timeOf(
  step: Step,
  node: PlanNode,
  wait: Extract<WaitFor, { ms: string } | { until: string }>,
): Date {
  if ("ms" in wait) {
    const ms = evaluateIn(step, wait.ms, { node });
    if (typeof ms === "number" && ms <= LONGEST_MS) return step.after(Math.max(0, ms));
    throw mismatch("a number of milliseconds is wanted, of a year at most");
  }
  const until = evaluateIn(step, wait.until, { node });
  const time = new Date(typeof until === "string" ? until : Number.NaN);
  if (Number.isNaN(time.getTime())) throw mismatch("a time such as 2026-01-31T08:00:00Z is wanted");
  return time;
}

function passAt(step: Step, node: PlanNode, dueAt: Date): void {
  if (dueAt <= step.at) succeed(step, node);
  else pause(step, node, dueAt, null);
}

function pause(step: Step, node: PlanNode, dueAt: Date | null, until: Date | null): void {
  step.emit({ type: "waits", ...step.place(node), dueAt, until, why: "wait" });
}

function mismatch(message: string): ExpressionError {
  return new ExpressionError(ExpressionErrorCode.TypeMismatch, 0, message);
}
