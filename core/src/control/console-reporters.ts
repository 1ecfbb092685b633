/* oxlint-disable no-console -- Errors without a listener must still be seen; an application passes its own reporters. */
import { describeValue } from "../base/describe-value.ts";
import { escapeLine, escapeText } from "../base/shown-text.ts";
import { truncateText } from "../base/truncate.ts";
import type { AttemptEnd } from "../running/attempt/run-hooks.ts";
import { failureText } from "../model/code/reason-text.ts";

/** The whole message is kept with the run. */
const LONGEST_MESSAGE_BYTES = 1000;

/** How many causes of an error are shown. */
const MOST_CAUSES = 8;

/** Writes an error with its stack and causes to the console's error stream. Its texts may come from elsewhere. */
export function reportError(error: unknown): void {
  console.error(`[mojob] ${escapeText(stackOf(error))}`);
}

/** An error's stack, and those of its causes. */
export function stackOf(error: unknown, causes: number = MOST_CAUSES): string {
  if (!(error instanceof Error)) return describeValue(error);
  const stack = error.stack ?? String(error);
  if (error.cause === undefined || causes === 0) return stack;
  return `${stack}\n[cause]: ${stackOf(error.cause, causes - 1)}`;
}

/** Writes a warning to the console's error stream. */
export function reportWarning(warning: string): void {
  console.warn(`[mojob] ${escapeLine(warning)}`);
}

/** Writes one line for an attempt that failed: a failed run is not silent, whether or not anything else listens. */
export function reportFailedRun(end: AttemptEnd): void {
  const text = failedRunText(end);
  if (text !== null) console.error(`[mojob] ${text}`);
}

/** One line for an attempt that failed; `null` where it did not. */
export function failedRunText({ jobKey, instanceId, attempt, failure, retryAt }: AttemptEnd): string | null {
  if (failure === null) return null;
  const next = retryAt === null ? "no retry follows" : `retried at ${retryAt.toISOString()}`;
  const [message = ""] = failureText(failure).split("\n");
  const shown = escapeLine(truncateText(message, LONGEST_MESSAGE_BYTES));
  return `Job "${jobKey}" failed, run "${instanceId}", attempt ${attempt}, ${next}: ${shown}`;
}
