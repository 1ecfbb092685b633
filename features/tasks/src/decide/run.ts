import type { RunNodeBase } from "@mojob/core/engine";
import {
  isSecretReference,
  NodeStatus,
  NodeType,
  type Retry,
  type RunEnd,
  type TaskEvent,
  TaskLimit,
  TaskPhase,
  toJson,
} from "@mojob/core/feature";
import type { JsonObject } from "@mojob/core/ports";
import { assertType } from "../declared-type.ts";
import type { PlanNode } from "../plan/task-plan.ts";
import { withEdits } from "./edited-values.ts";
import { type ExpressionPlace, injectParams } from "./evaluate.ts";
import type { Step } from "./step.ts";
import { succeed } from "./succeed.ts";

/** A run that ended so never had a chance: another one may have it. */
const NOT_HAD: ReadonlySet<string> = new Set([
  "not_begun",
  "wait_timeout",
  "queue_cleared",
  "execution_cleared",
  "no_runner",
  "quota_exceeded",
  "waiting_limit",
  "tenant_disabled",
]);

/** Begins the run of a job or a task. */
export function beginRun(step: Step, node: PlanNode, body: RunNodeBase): void {
  const injected = withEditedParams(step, node, paramsOf(step, node, body, { node }));
  if (step.state.runs >= TaskLimit.Runs) {
    step.decide(node, NodeStatus.Failed, { code: "node_limit" });
    return;
  }
  step.emit({ type: "started", ...step.place(node), n: step.numberOf(node), injected });
  if (node.node.cleanup === true && step.state.phase === TaskPhase.Ending) {
    const dueAt = step.after(step.plan.body.cleanupTimeoutMs ?? 300_000);
    step.emit({ type: "dueSet", ...step.place(node), dueAt });
  }
}

/** The parameters of a run: the values that its job declares, and over them those of the node. */
export function paramsOf(
  step: Step,
  node: PlanNode,
  { params = [] }: RunNodeBase,
  place: ExpressionPlace,
): JsonObject {
  const job = node.node.type === NodeType.Job ? node.node.job : null;
  const declared = job !== null && "work" in job ? (job.params ?? []) : [];
  const defaults = declared.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const injected = injectParams(step, params, place);
  for (const one of declared) {
    const value = injected[one.name];
    // A secret is opened by the worker.
    if (value !== undefined && !isSecretReference(value)) assertType(one, value);
  }
  return { ...Object.fromEntries(defaults), ...injected };
}

/** Over them those that a person gave for it. */
export function withEditedParams(step: Step, { id }: PlanNode, injected: JsonObject): JsonObject {
  const roots = new Map([["JOB", { [id]: { PARAMS: injected } }]]);
  const own = step.state.edits.filter(({ path }) => path[1] === id && path[2] === "PARAMS");
  if (own.length === 0) return injected;
  const edited = toJson(withEdits(roots, own).get("JOB") ?? null, 0) as {
    readonly [node: string]: { readonly PARAMS: JsonObject };
  };
  return edited[id]?.PARAMS ?? injected;
}

/** Decides a node by the end of its run. */
export function endRun(
  step: Step,
  node: PlanNode,
  { state, code, message, result }: Extract<TaskEvent, { readonly type: "ended" }>,
): void {
  const n = step.numberOf(node);
  const { retry } = node.node as RunNodeBase;
  if (mayHaveAnother(step, retry, n, state, code)) {
    step.emit({ type: "retried", ...step.place(node), n: n + 1 });
    const dueAt = step.after(retryWaitMs(retry, step.ordinalOf(n)));
    if (dueAt > step.at) step.emit({ type: "waits", ...step.place(node), dueAt, until: null, why: "retry" });
    else step.candidates.add(node.index);
    return;
  }
  const decision = {
    ...(code !== undefined && { code }),
    ...(message !== undefined && { message }),
    ...(result !== undefined && { result }),
  };
  const status = statusOf(state);
  if (status === NodeStatus.Succeeded) succeed(step, node, decision);
  else step.decide(node, status, decision);
}

/** Whether another run takes the place of one that could not be had. Attempts that failed are the run's own affair. */
export function mayHaveAnother(
  step: Step,
  retry: Retry | undefined,
  n: number,
  state: RunEnd,
  code: string | undefined,
): retry is Retry {
  if (state === "Succeeded" || code === undefined || !NOT_HAD.has(code)) return false;
  return retry !== undefined && step.ordinalOf(n) < retry.times && step.state.phase !== TaskPhase.Ending;
}

function retryWaitMs({ intervalMs, backoff = 1, maxIntervalMs = Infinity }: Retry, n: number): number {
  return Math.min(intervalMs * backoff ** n, maxIntervalMs);
}

function statusOf(state: RunEnd): "Succeeded" | "Failed" | "Cancelled" {
  // A run that was not to be had leaves what follows as if it had failed.
  return state === "Skipped" ? NodeStatus.Failed : state;
}
