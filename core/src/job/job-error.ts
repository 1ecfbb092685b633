import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { AUTHOR_NUMBERS, isAuthorNumber } from "../model/code/error-number.ts";

export interface JobErrorOptions extends ErrorOptions {
  /** -19999999999 to -19000000000, of the domains 90 to 99: `-1 DD SS CCC EEE`, of which all but DD are yours. */
  readonly number: number;
  readonly message: string;
  /** Whether another attempt may succeed. @default true */
  readonly retryable?: boolean;
}

/** An error of a job with a number of its author's. */
export interface JobError extends Error {
  readonly number: number;
  readonly retryable: boolean;
}

/**
 * An error with a number of your own, which its run keeps and shows: for handbooks, alarms and statistics that go by numbers.
 * @throws MoJobError `invalid_argument` for a number outside the domains 90 to 99
 * @example
 * ```ts
 * import { defineTriggeredJob, jobError } from "@mojob/core";
 *
 * const charge = defineTriggeredJob({
 *   key: "shop.charge",
 *   execute: ({ card }: { readonly card: string }) => {
 *     if (card === "") throw jobError({ number: -19_001_004_000, message: "There is no card", retryable: false });
 *   },
 * });
 * console.log(charge.options.key);
 * ```
 */
export function jobError({ number, message, retryable = true, cause }: JobErrorOptions): JobError {
  const shown = String(number);
  if (!isAuthorNumber(number))
    throw new MoJobError(
      MoJobErrorCode.InvalidArgument,
      `Cannot make an error with number "${shown}": use a whole number from ${AUTHOR_NUMBERS.min} to ${AUTHOR_NUMBERS.max}, of the domains 90 to 99`,
    );
  const error = new Error(message, cause === undefined ? undefined : { cause });
  return Object.assign(error, { name: "JobError", number, retryable });
}
