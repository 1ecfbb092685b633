import type { LeaseResult } from "../protocol.ts";

/** The error with which an executor reports a failed attempt; a job's `retryOn` can name its code. */
export class RemoteError extends Error {
  override readonly name = "RemoteError";
  readonly code?: string;
  /** The number that its author gave it. */
  readonly number?: number;
  /** Whether trying again is of use. */
  readonly retryable: boolean;

  constructor(failed: Extract<LeaseResult, { readonly status: "failed" }>) {
    const { code, number, message, stack = "", retryable = true } = failed;
    super(message);
    if (code !== undefined) this.code = code;
    if (number !== undefined) this.number = number;
    this.retryable = retryable;
    this.stack = stack;
  }
}
