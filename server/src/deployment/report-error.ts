/* oxlint-disable no-console -- A program without a reporter of its own must still say what went wrong. */
import { isMoJobError } from "@mojob/core";
import { escapeText, reportError as reportWithStack } from "@mojob/core/engine";

/** Writes an error to stderr: a mistake in the configuration needs no stack. */
export function reportError(error: unknown): void {
  if (isMoJobError(error)) console.error(escapeText(error.message));
  else reportWithStack(error);
}
