import { LoopTurns } from "../../base/batching/loop-turns.ts";
import type { Clock } from "../../base/clock.ts";
import { NonRetryableError } from "../../base/error.ts";
import type { JsonValue } from "../../base/json.ts";
import { ExpressionError } from "../../expression/expression-error.ts";
import type { JobContext } from "../../job/job-context.ts";
import type { ExpressionText } from "../../model/task/task-body.ts";
import { evaluateOfSelf } from "../run-values.ts";

/** The value of an expression over the arguments of a run. @throws NonRetryableError where it has none */
export async function valueOfArgs(
  text: ExpressionText,
  { args, tenant }: Pick<JobContext, "args" | "tenant">,
  clock: Clock,
): Promise<JsonValue> {
  const self = new Map([["PARAMS", args]]);
  try {
    return await evaluateOfSelf(text, { self, now: clock.now(), turns: LoopTurns.of(clock, tenant) });
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new NonRetryableError(`Cannot evaluate "${text}": at character ${error.at + 1}: ${error.message}`);
  }
}
