/* oxlint-disable no-console -- A program without a reporter of its own must still say what went wrong. */
import { isMoJobError } from "@mojob/core";

/** Writes an error to stderr: a mistake in the configuration needs no stack. */
export function reportError(error: unknown): void {
  console.error(isMoJobError(error) ? error.message : error);
}
