import type { JsonValue } from "@mojob/core";
import { NodeStatus } from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import { assertType } from "../declared-type.ts";
import type { PlanNode } from "../plan/task-plan.ts";
import { attempt } from "./attempt.ts";
import { handedOn } from "./evaluate.ts";
import type { Decision, Step } from "./step.ts";

/** Decides that a node has succeeded, with what it writes into variables; it has failed where one of those has no value. */
export function succeed(step: Step, node: PlanNode, decision: Decision = {}, by?: string): void {
  if (node.node.vars === undefined) step.decide(node, NodeStatus.Succeeded, decision, by);
  else
    attempt(step, node, () => {
      const vars = writtenBy(step, node, decision);
      step.decide(node, NodeStatus.Succeeded, { ...decision, vars }, by);
    });
}

/** Each may use what those before it write, which is no fact yet. */
function writtenBy(step: Step, node: PlanNode, { result }: Decision): JsonObject {
  const { vars: before } = step.state;
  const written: Record<string, JsonValue> = {};
  const ended = result === undefined ? {} : { result };
  try {
    for (const { name, expression } of node.node.vars ?? []) {
      step.state.vars = { ...before, ...written };
      const value = handedOn(step, expression, { node, ended });
      const declared = step.plan.body.vars?.find((one) => one.name === name);
      if (declared !== undefined) assertType(declared, value);
      written[name] = value;
    }
  } finally {
    step.state.vars = before;
  }
  return written;
}
