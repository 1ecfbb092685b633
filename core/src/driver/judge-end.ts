import { ExpressionError } from "../expression/expression-error.ts";
import type { JobInstance, JobLogLine } from "../model/instance/job-instance.ts";
import type { Check, OwnJob } from "../task/body/task-body.ts";
import type { RunEnd } from "../task/task-event.ts";
import { declaredResults, evaluateOfSelf, runValues } from "./run-values.ts";

/** What the end of a node's run means for the node. */
export interface NodeEnd {
  readonly state: RunEnd;
  readonly code?: string;
}

/** A run that succeeded has failed for its task where a result that its job declares is missing, or its condition does not hold. */
export async function judgeEnd(
  run: JobInstance,
  { results = [], successCondition }: OwnJob,
  readLines: () => Promise<readonly JobLogLine[]>,
): Promise<NodeEnd> {
  if (results.length === 0 && successCondition === undefined) return { state: "Succeeded" };
  const at = run.completedAt ?? run.updatedAt;
  const self = new Map(runValues(run, await readLines()));
  try {
    if (results.length > 0) self.set("RESULT", declaredResults(results, self, at));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { state: "Failed", code: "result_missing" };
  }
  try {
    const holds = successCondition === undefined || check(successCondition);
    return holds ? { state: "Succeeded" } : { state: "Failed", code: "condition_false" };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { state: "Failed", code: error.code };
  }

  function check(one: Check): boolean {
    if (one.type === "all") return one.checks.every(check);
    if (one.type === "any") return one.checks.some(check);
    return one.type === "logic" && evaluateOfSelf(one.expression, self, at) === true;
  }
}
