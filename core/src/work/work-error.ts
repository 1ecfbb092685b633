import { WorkErrorCode } from "../base/code-names.generated.ts";
import { rowOfRun } from "../model/code/codes-of-runs.ts";
import type { FailureParameters } from "../model/reason.ts";
import { failureText } from "../model/code/reason-text.ts";

export { WorkErrorCode };

/** Thrown by a work runner: fails the attempt with a code and parameters, so that the reason can be read in any language. */
export class WorkError extends Error {
  override readonly name = "WorkError";
  readonly code: WorkErrorCode;
  readonly parameters: FailureParameters;
  /** Whether trying again is of use. */
  readonly retryable: boolean;

  constructor(code: WorkErrorCode, parameters: FailureParameters) {
    super(failureText({ code, message: "", parameters }));
    this.code = code;
    this.parameters = parameters;
    // A broadcast's shard waits for its executor before it ends so.
    this.retryable = code === WorkErrorCode.ExecutorGone || rowOfRun(code)?.isRetryable === true;
  }
}

/** Whether a thrown value is a `WorkError`, also across duplicate copies of this package. Never throws. */
export function isWorkError(error: unknown): error is WorkError {
  try {
    return error instanceof Error && error.name === "WorkError" && "parameters" in error && "code" in error;
  } catch {
    return false;
  }
}
