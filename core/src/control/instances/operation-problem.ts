import { isMoJobError } from "../../base/error.ts";
import type { OperationProblem } from "../../scheduler/instance-requests.ts";

/** The problem of one refused item of many. An error that no item caused is rethrown, because the whole call has failed then. */
export function toOperationProblem(error: unknown): OperationProblem {
  if (!isMoJobError(error)) throw error;
  return { code: error.code, message: error.message, issues: error.issues };
}
