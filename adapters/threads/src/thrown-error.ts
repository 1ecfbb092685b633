import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { describeFailure, type InputIssue, isFinalFailure, namesOfFailure } from "@mojob/core/engine";
import type { ThrownError } from "./thread-protocol.ts";

/** A worker cuts what it keeps of an error; this bounds what crosses the thread. */
const MOST_BYTES = 1024 * 1024;

const OUR_CODES: ReadonlySet<string> = new Set(Object.values(MoJobErrorCode));

/** Turns a thrown value, whatever it is, into plain data. */
export function thrownError(thrown: unknown): ThrownError {
  return {
    ...describeFailure(thrown, MOST_BYTES),
    isFinal: isFinalFailure(thrown),
    names: namesOfFailure(thrown),
  };
}

/** The error again, with its name, stack and code, and whether a retry is of use. */
export function toError(thrown: ThrownError): Error {
  const { code, number, message, stack, isFinal } = thrown;
  const [name, ownCode] = thrown.names;
  const error = isOurs(code)
    ? new MoJobError(code, message, { issues: issuesOf(thrown) })
    : Object.assign(new Error(message), name && { name }, ownCode && { code: ownCode });
  return Object.assign(error, {
    // A thrown value that is no error has no stack, and that of the error here would say nothing about it.
    stack: stack ?? "",
    ...(isFinal && { retryable: false }),
    ...(number !== undefined && { number }),
  });
}

/** The mistakes in arguments, as `describeFailure` keeps them. */
function issuesOf({ parameters }: ThrownError): readonly InputIssue[] {
  const issues = parameters?.["issues"];
  return Array.isArray(issues) ? (issues as readonly InputIssue[]) : [];
}

function isOurs(code: string): code is MoJobErrorCode {
  return OUR_CODES.has(code);
}
