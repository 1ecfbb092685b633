import { describeValue } from "../base/describe-value.ts";
import { isMoJobError } from "../base/error.ts";
import { truncateText } from "../base/truncate.ts";
import type { JobFailure } from "../instance/job-instance.ts";

const LONGEST_CAUSE_CHAIN = 5;

/** What a job threw, whatever it is, as data that can be kept: capped, and never throwing itself. */
export function describeFailure(thrown: unknown, maxBytes: number): JobFailure {
  const code = isMoJobError(thrown) ? thrown.code : "job_error";
  const message = truncateText(messageOf(thrown), Math.floor(maxBytes / 4));
  const stack = stackOf(thrown);
  return stack === ""
    ? { code, message }
    : { code, message, stack: truncateText(stack, Math.floor((maxBytes * 3) / 4)) };
}

/** Whether the thrown value says that trying again is no use: `retryable: false`, or arguments that do not fit. */
export function isFinalFailure(thrown: unknown): boolean {
  return isMoJobError(thrown, "invalid_args") || read(thrown, "retryable") === false;
}

function messageOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown === "" ? "The job threw an empty text" : thrown;
  const message = read(thrown, "message");
  if (typeof message === "string" && message !== "") return message;
  const name = isError(thrown) ? read(thrown, "name") : undefined;
  return typeof name === "string" && name !== "" ? name : `The job threw ${describeValue(thrown)}`;
}

/** The stack of an error and of what caused it; empty for anything else. */
function stackOf(thrown: unknown): string {
  const stacks: string[] = [];
  let current = thrown;
  while (isError(current) && stacks.length < LONGEST_CAUSE_CHAIN) {
    const stack = read(current, "stack");
    stacks.push(typeof stack === "string" ? stack : messageOf(current));
    current = read(current, "cause");
  }
  return stacks.join("\nCaused by: ");
}

function isError(value: unknown): boolean {
  try {
    return value instanceof Error;
  } catch {
    return false;
  }
}

/** A property read once and without throwing: what is thrown may be a proxy or have getters. */
function read(value: unknown, name: string): unknown {
  try {
    return typeof value === "object" && value !== null ? (Reflect.get(value, name) as unknown) : undefined;
  } catch {
    return undefined;
  }
}
