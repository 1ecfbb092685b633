import { isMoJobError } from "../base/error.ts";
import { truncateText } from "../base/truncate.ts";
import type { JobFailure } from "../instance/job-instance.ts";

const LONGEST_CAUSE_CHAIN = 5;

/** What a job threw, whatever it is, as data that can be kept: capped, and never throwing itself. */
export function describeFailure(thrown: unknown, maxBytes: number): JobFailure {
  try {
    const code = isMoJobError(thrown) ? thrown.code : "job_error";
    const message = truncateText(messageOf(thrown), Math.floor(maxBytes / 4));
    const stack = thrown instanceof Error ? stackOf(thrown) : "";
    return stack === ""
      ? { code, message }
      : { code, message, stack: truncateText(stack, Math.floor((maxBytes * 3) / 4)) };
  } catch {
    // A getter or a proxy that throws while it is looked at.
    return { code: "job_error", message: "The job threw something that cannot be described" };
  }
}

/** Whether the thrown value says that trying again is no use: `retryable: false`, or arguments that do not fit. */
export function isFinalFailure(thrown: unknown): boolean {
  try {
    if (isMoJobError(thrown, "invalid_args")) return true;
    return (
      typeof thrown === "object" && thrown !== null && "retryable" in thrown && thrown.retryable === false
    );
  } catch {
    return false;
  }
}

function messageOf(thrown: unknown): string {
  if (thrown instanceof Error) return thrown.message === "" ? thrown.name : thrown.message;
  if (typeof thrown === "string") return thrown === "" ? "The job threw an empty text" : thrown;
  if (typeof thrown === "object" && thrown !== null) {
    if ("message" in thrown && typeof thrown.message === "string") return thrown.message;
    return `The job threw ${safeJson(thrown)}`;
  }
  return `The job threw ${String(thrown)}`;
}

function safeJson(value: object): string {
  try {
    return JSON.stringify(value) ?? Object.prototype.toString.call(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

function stackOf(error: Error): string {
  const stacks: string[] = [];
  let current: unknown = error;
  while (current instanceof Error && stacks.length < LONGEST_CAUSE_CHAIN) {
    stacks.push(current.stack ?? `${current.name}: ${current.message}`);
    current = current.cause;
  }
  return stacks.join("\nCaused by: ");
}
