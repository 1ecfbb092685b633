/* oxlint-disable no-console -- Errors without a listener must still be seen; an application passes its own reporters. */
import { truncateText } from "../base/truncate.ts";
import type { AttemptEnd } from "../running/attempt/run-hooks.ts";
import { failureText } from "../model/words/reason-text.ts";

/** The whole message is kept with the run. */
const LONGEST_MESSAGE_BYTES = 1000;

/** Writes an error to the console's error stream. */
export function reportError(error: unknown): void {
  console.error("[mojob]", error);
}

/** Writes a warning to the console's error stream. */
export function reportWarning(warning: string): void {
  console.warn(`[mojob] ${warning}`);
}

/** Writes one line for an attempt that failed: a failed run is not silent, whether or not anything else listens. */
export function reportFailedRun({ jobKey, instanceId, attempt, failure, retryAt }: AttemptEnd): void {
  if (failure === null) return;
  const next = retryAt === null ? "no retry follows" : `retried at ${retryAt.toISOString()}`;
  const [message = ""] = failureText(failure).split("\n");
  console.error(
    `[mojob] Job "${jobKey}" failed, run "${instanceId}", attempt ${attempt}, ${next}: ${truncateText(message, LONGEST_MESSAGE_BYTES)}`,
  );
}
