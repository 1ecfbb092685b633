import { MoJobError, MoJobErrorCode } from "@mojob/core";
import { describeFailure, isFinalFailure, namesOfFailure } from "@mojob/core/engine";
import type { ThrownError } from "./thread-protocol.ts";

/** A worker cuts what it keeps of an error; this bounds what crosses the thread. */
const MOST_BYTES = 1024 * 1024;

const OUR_CODES: ReadonlySet<string> = new Set(Object.values(MoJobErrorCode));

/** Whatever was thrown, as plain data. */
export function thrownError(thrown: unknown): ThrownError {
  return {
    ...describeFailure(thrown, MOST_BYTES),
    isFinal: isFinalFailure(thrown),
    names: namesOfFailure(thrown),
  };
}

/** The error again, with its name, stack and code, and whether a retry is of use. */
export function toError({ code, message, stack, isFinal, names: [name, ownCode] }: ThrownError): Error {
  const error = isOurs(code)
    ? new MoJobError(code, message)
    : Object.assign(new Error(message), name && { name }, ownCode && { code: ownCode });
  return Object.assign(error, {
    ...(stack !== undefined && { stack }),
    ...(isFinal && { retryable: false }),
  });
}

function isOurs(code: string): code is MoJobErrorCode {
  return OUR_CODES.has(code);
}
