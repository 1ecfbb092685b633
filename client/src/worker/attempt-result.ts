import { describeFailure, isFinalFailure, namesOfFailure, Snooze } from "@mojob/core/engine";
import type { AttemptResult } from "./wire.ts";
import { sendable } from "./outbox.ts";

const MOST_ERROR_BYTES = 16_384;
const MOST_RESULT_BYTES = 900_000;
const LONGEST_CODE = 100;

/** The result of a job, as it is sent. */
export function succeeded(result: unknown): AttemptResult {
  let text: string;
  try {
    text = JSON.stringify(result) ?? "null";
  } catch (error) {
    return threw(error);
  }
  if (new TextEncoder().encode(text).byteLength > MOST_RESULT_BYTES) return tooLarge();
  return { status: "succeeded", result: JSON.parse(text) as unknown };
}

/** The failure of a job, whatever it threw, as it is sent. */
export function threw(thrown: unknown): AttemptResult {
  if (Snooze.is(thrown)) return { status: "snoozed", delayMs: thrown.delayMs };
  const { number, message, stack } = describeFailure(thrown, MOST_ERROR_BYTES);
  // A job's option `retryOn` names either.
  const [name, code = name] = namesOfFailure(thrown);
  const line = sendable(code ?? "")
    .slice(0, LONGEST_CODE)
    .replaceAll(/\s+/g, " ")
    .trim();
  return {
    status: "failed",
    message: sendable(message),
    ...(line !== "" && { code: line }),
    ...(number !== undefined && { number }),
    ...(stack !== undefined && { stack: sendable(stack) }),
    retryable: !isFinalFailure(thrown),
  };
}

export function tooLarge(): AttemptResult {
  return {
    status: "failed",
    message: `The result is larger than ${MOST_RESULT_BYTES} bytes of JSON`,
    code: "result_too_large",
    retryable: false,
  };
}
