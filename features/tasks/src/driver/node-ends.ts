import { isTerminal, type JobInstance, JobState } from "@mojob/core";
import type { JobNode, OwnJob } from "@mojob/core/engine";
import {
  type Check,
  declaredResults,
  evaluateOfSelf,
  ExpressionError,
  NodeType,
  paramNamesOf,
  parseRunName,
  type RunEnd,
  runValues,
  type SelfContext,
  splitCheck,
  type TaskEvent,
  ValueType,
} from "@mojob/core/feature";
import { typeMistake } from "../declared-type.ts";
import type { ValueLoader } from "./load-values.ts";
import type { OpenTask } from "./open-task.ts";

/** The end of a node, by that of its run. */
interface NodeEnd {
  readonly state: RunEnd;
  readonly code?: string;
  /** Why, for its author. */
  readonly message?: string;
}

/** The ends of nodes that follow from the ends of these runs; one that has not ended has none. */
export async function endsOf(
  task: Pick<OpenTask, "plan">,
  records: readonly (JobInstance | null)[],
  values: Pick<ValueLoader, "lines" | "turns">,
): Promise<readonly TaskEvent[]> {
  const events: TaskEvent[] = [];
  for (const run of records) {
    if (run === null || !isTerminal(run.state) || run.part === null) continue;
    events.push({ type: "ended", run: run.part.name, ...(await endOf(task, run, values)) });
  }
  return events;
}

/** Whether a run succeeded, and its node's job says nothing more about that. */
export function isPlainSuccess(
  { plan }: Pick<OpenTask, "plan">,
  { state, part }: Pick<JobInstance, "state" | "part">,
): boolean {
  if (state !== JobState.Succeeded) return false;
  const node = plan.byId.get(parseRunName(part?.name ?? "")?.node ?? "")?.node;
  return !(node?.type === NodeType.Job && "work" in node.job);
}

async function endOf(
  { plan }: Pick<OpenTask, "plan">,
  run: JobInstance,
  values: Pick<ValueLoader, "lines" | "turns">,
): Promise<NodeEnd> {
  const node = plan.byId.get(parseRunName(run.part?.name ?? "")?.node ?? "")?.node;
  if (run.state === JobState.Succeeded && node?.type === NodeType.Job && "work" in node.job)
    return judgeEnd(run, { ...node, job: node.job }, values);
  const state = run.state === JobState.Terminated ? "Failed" : (run.state as RunEnd);
  const code = run.error?.code ?? (state === "Succeeded" ? undefined : run.reason?.code);
  return { state, ...(code !== undefined && { code }) };
}

/** A run that succeeded has failed for its task where a result that its job declares is missing, or its condition does not hold. */
async function judgeEnd(
  run: JobInstance,
  node: JobNode & { readonly job: OwnJob },
  values: Pick<ValueLoader, "lines" | "turns">,
): Promise<NodeEnd> {
  const { results = [], successCondition } = node.job;
  if (results.length === 0 && successCondition === undefined) return { state: "Succeeded" };
  const at = run.completedAt ?? run.updatedAt;
  const self = runValues(run, await values.lines(run), paramNamesOf(node));
  const context = { self, node: node.id, now: at, turns: values.turns };
  try {
    if (results.length > 0) {
      const declared = await declaredResults(results, context);
      for (const result of results) {
        const value = declared.get(result.name) ?? null;
        const mistake = typeMistake(result, value);
        if (mistake === null) continue;
        const code = result.type === ValueType.File ? "result_missing" : "type_mismatch";
        return { state: "Failed", code, message: mistake };
      }
      self.set("RESULT", declared);
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { state: "Failed", code: "result_missing", message: error.message };
  }
  try {
    // The worker has judged the checks of resources, as a part of the run.
    const parts = successCondition === undefined ? [] : splitCheck(successCondition).logic;
    return (await areTrue(parts, context))
      ? { state: "Succeeded" }
      : { state: "Failed", code: "condition_false" };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { state: "Failed", code: error.code, message: error.message };
  }
}

async function areTrue(checks: readonly Check[], context: SelfContext): Promise<boolean> {
  for (const one of checks)
    // The first that does not hold is the last that is looked at.
    // oxlint-disable-next-line no-await-in-loop
    if (!(await isTrue(one, context))) return false;
  return true;
}

async function isTrue(check: Check, context: SelfContext): Promise<boolean> {
  if (check.type === "all") return areTrue(check.checks, context);
  if (check.type === "logic") return (await evaluateOfSelf(check.expression, context)) === true;
  if (check.type === "any")
    for (const one of check.checks)
      // The first that holds is the last that is looked at.
      // oxlint-disable-next-line no-await-in-loop
      if (await isTrue(one, context)) return true;
  return false;
}
