import { isMoJobError, MoJobError, MoJobErrorCode } from "../../base/error.ts";
import { invalidInput } from "../../base/input.ts";

/** A mistake in the text, where the caller gave it. */
export function ofText(error: unknown, key: string): unknown {
  if (!isMoJobError(error, MoJobErrorCode.InvalidArgument)) return error;
  const issues = error.issues.map((issue) => ({
    ...issue,
    pointer: issue.pointer.replace(/^\/work(?=\/source$)/, ""),
  }));
  return invalidInput(`save the script of job "${key}"`, issues);
}

export function runsNoScript(key: string): MoJobError {
  return new MoJobError(
    MoJobErrorCode.WrongJobKind,
    `Cannot change the script of job "${key}": it runs none`,
  );
}
