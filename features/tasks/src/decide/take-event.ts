import type { JsonValue } from "@mojob/core";
import type { RunNodeBase } from "@mojob/core/engine";
import {
  attemptOf,
  ExpressionError,
  type FactData,
  parseRunName,
  type RunEnd,
  type TakenOver,
  type TaskEvent,
  TaskPhase,
} from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import type { PlanNode } from "../plan/task-plan.ts";
import { MissingValues } from "../task-values.ts";
import { assertType } from "../declared-type.ts";
import { noteItemEnd, repeatItem } from "./batch.ts";
import { endTask } from "./end-task.ts";
import { handedOn } from "./evaluate.ts";
import { operate } from "./operate.ts";
import { openItems } from "./owed.ts";
import { visitOf } from "./read-state.ts";
import { refusalOf } from "./refusal.ts";
import { endRun, mayHaveAnother } from "./run.ts";
import type { Step } from "./step.ts";
import { takeTime } from "./take-time.ts";

type Beginning = Extract<FactData, { readonly type: "begun" | "restarted" }>;

/** Notes what an event says; one that is late, doubled or refused says nothing. */
export function takeEvent(step: Step, event: TaskEvent): void {
  const { phase } = step.state;
  if (event.type === "begin") {
    const { taken = null, attempt = 1 } = event;
    if (phase === TaskPhase.New)
      begin(step, taken, (vars) => ({ type: "begun", vars, taken, ...(attempt > 1 && { attempt }) }));
    return;
  }
  if (event.type === "restart") {
    if (phase === TaskPhase.Ended && event.attempt > attemptOf(step.state)) restart(step, event);
    return;
  }
  const isOpen = phase !== TaskPhase.New && phase !== TaskPhase.Ended;
  switch (event.type) {
    case "ended":
      if (isOpen) takeEnd(step, event);
      return;
    case "timer":
      if (isOpen) takeTime(step);
      return;
    case "timeout":
      if (isOpen && phase !== TaskPhase.Ending)
        endTask(step, { state: "Failed", code: "task_timeout", cancels: true });
      return;
    default: {
      const refusal = refusalOf(step.plan, step.state, event);
      if (refusal === null) operate(step, event);
      else step.refused.set(event, refusal);
    }
  }
}

function restart(step: Step, event: Extract<TaskEvent, { readonly type: "restart" }>): void {
  begin(step, event.taken, (vars) => ({ ...event, type: "restarted", vars }));
}

/** Computes the variables that are not taken over. */
function begin(step: Step, taken: TakenOver | null, factOf: (vars: JsonObject) => Beginning): void {
  const vars: Record<string, JsonValue> = { ...taken?.vars };
  try {
    for (const declared of step.plan.body.vars ?? []) {
      if (Object.hasOwn(vars, declared.name)) continue;
      // Each may use those before it, which are no fact yet.
      step.state.vars = { ...vars };
      const value = handedOn(step, declared.expression, { node: null });
      assertType(declared, value);
      vars[declared.name] = value;
    }
  } catch (error) {
    if (error instanceof MissingValues) return;
    if (!(error instanceof ExpressionError)) throw error;
    step.emit(factOf({}));
    endTask(step, { state: "Failed", code: error.code, cancels: true });
    return;
  }
  goOn(step, factOf(vars));
}

function goOn(step: Step, beginning: Beginning): void {
  step.emit(beginning);
  step.touchAll(step.plan.nodes.keys());
  for (const node of step.plan.nodes) step.touchRegions(node);
}

/** The end of a run counts while its node waits for that very run. */
function takeEnd(step: Step, end: Extract<TaskEvent, { readonly type: "ended" }>): void {
  const run = parseRunName(end.run);
  const node = run === null ? undefined : step.plan.byId.get(run.node);
  if (run === null || node === undefined || !step.isRunning(node)) return;
  if (run.visit !== visitOf(step.plan, step.state, node)) return;
  const at = step.stateOf(node);
  if (at?.batch === undefined) {
    if (run.item === null && run.n === at?.n) endRun(step, node, end);
  } else if (run.item !== null) takeItemEnd(step, node, { ...end, item: run.item, n: run.n });
}

interface ItemEndOf {
  readonly item: number;
  readonly n: number;
  readonly state: RunEnd;
  readonly code?: string;
}

function takeItemEnd(step: Step, node: PlanNode, { item, n, state, code }: ItemEndOf): void {
  const open = openOf(step, node);
  if (open.get(item) !== n) return;
  open.delete(item);
  const { retry } = node.node as RunNodeBase;
  if (mayHaveAnother(step, retry, n, state, code)) repeatItem(step, node, item);
  else noteItemEnd(step, node, item, state === "Succeeded");
}

/** The numbers of the open items' runs, read once a step: what ended in it is open no more. */
function openOf(step: Step, node: PlanNode): Map<number, number> {
  let open = step.openItems.get(node.index);
  if (open === undefined) {
    open = new Map(openItems(step.stateOf(node)).map(({ item, n }) => [item, n]));
    step.openItems.set(node.index, open);
  }
  return open;
}
