import type { FailureSummary } from "../failure-summary.ts";
import type { Reason } from "../reason.ts";
import { CODE_NUMBERS } from "./code-numbers.generated.ts";
import { errorNumber, NO_ERROR } from "./error-number.ts";

/**
 * The number of a code; 0 for one that is no error, `null` for one that is not ours.
 * @example
 * ```ts
 * numberOfCode("timeout"); // -10400002000
 * ```
 */
export function numberOfCode(code: string, extra = 0): number | null {
  const number = Object.hasOwn(CODE_NUMBERS, code) ? CODE_NUMBERS[code] : undefined;
  if (number === undefined) return null;
  const [domain, place] = number;
  return domain === undefined || place === undefined ? NO_ERROR : errorNumber({ domain, place, extra });
}

/** The number of a failed attempt: its author's where the code gave one; exit codes and statuses are its last three digits. */
export function numberOfFailure({
  code,
  number,
  parameters,
}: Omit<FailureSummary, "message">): number | null {
  return number ?? numberOfCode(code, parameters?.exitCode ?? parameters?.status);
}

/** The number of a reason; that of a failed attempt is the failure's. */
export function numberOfReason(reason: Reason): number | null {
  const ofFailure = reason.code === "attempt_failed" ? numberOfFailure(reason.parameters.failure) : null;
  return ofFailure ?? numberOfCode(reason.code);
}
