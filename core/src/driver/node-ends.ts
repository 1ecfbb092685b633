import { JobState, isTerminal } from "../model/instance/job-state.ts";
import { ExpressionError } from "../expression/expression-error.ts";
import type { JobInstance, JobLogLine } from "../model/instance/job-instance.ts";
import { type Check, splitCheck } from "../model/work-check.ts";
import { NodeType, type OwnJob, ValueType } from "../task/body/task-body.ts";
import { typeMistake } from "../task/declared-type.ts";
import { parseRunName } from "../task/state/run-name.ts";
import type { RunEnd, TaskEvent } from "../task/task-event.ts";
import type { ValueLoader } from "./load-values.ts";
import type { OpenTask } from "./open-task.ts";
import { declaredResults, evaluateOfSelf, runValues } from "./run-values.ts";

/** What the end of a node's run means for the node. */
interface NodeEnd {
  readonly state: RunEnd;
  readonly code?: string;
  /** Why, for its author. */
  readonly message?: string;
}

/** What the ends of these runs mean for their task; those that have not ended mean nothing. */
export async function endsOf(
  task: Pick<OpenTask, "plan">,
  records: readonly (JobInstance | null)[],
  values: Pick<ValueLoader, "lines">,
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
  values: Pick<ValueLoader, "lines">,
): Promise<NodeEnd> {
  const node = plan.byId.get(parseRunName(run.part?.name ?? "")?.node ?? "")?.node;
  if (run.state === JobState.Succeeded && node?.type === NodeType.Job && "work" in node.job)
    return judgeEnd(run, node.job, () => values.lines(run));
  const state = run.state === JobState.Terminated ? "Failed" : (run.state as RunEnd);
  const code = run.error?.code ?? (state === "Succeeded" ? undefined : run.reason?.code);
  return { state, ...(code !== undefined && { code }) };
}

/** A run that succeeded has failed for its task where a result that its job declares is missing, or its condition does not hold. */
async function judgeEnd(
  run: JobInstance,
  { results = [], successCondition }: OwnJob,
  readLines: () => Promise<readonly JobLogLine[]>,
): Promise<NodeEnd> {
  if (results.length === 0 && successCondition === undefined) return { state: "Succeeded" };
  const at = run.completedAt ?? run.updatedAt;
  const self = new Map(runValues(run, await readLines()));
  try {
    if (results.length > 0) {
      const values = declaredResults(results, self, at);
      for (const result of results) {
        const value = values.get(result.name) ?? null;
        const mistake = typeMistake(result, value);
        if (mistake === null) continue;
        const code = result.type === ValueType.File ? "result_missing" : "type_mismatch";
        return { state: "Failed", code, message: mistake };
      }
      self.set("RESULT", values);
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { state: "Failed", code: "result_missing", message: error.message };
  }
  try {
    // What it says of resources was judged by the worker, as a part of the run.
    const holds = successCondition === undefined || splitCheck(successCondition).logic.every(check);
    return holds ? { state: "Succeeded" } : { state: "Failed", code: "condition_false" };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { state: "Failed", code: error.code, message: error.message };
  }

  function check(one: Check): boolean {
    if (one.type === "all") return one.checks.every(check);
    if (one.type === "any") return one.checks.some(check);
    return one.type === "logic" && evaluateOfSelf(one.expression, self, at) === true;
  }
}
