/* oxlint-disable no-console -- An error that nobody listens for must still be seen. */
import { describeValue, escapeLine } from "@mojob/core/engine";
import type { ErrorReport } from "./error-handler.ts";

/** Enough to find the mistake; `onError` is called with the whole error and its stack. */
const MOST_CHARACTERS = 1000;

/** Writes one line for an unexpected error to the console's error stream. */
export function reportOnConsole(error: unknown, { id, method, path }: ErrorReport): void {
  const [firstLine = ""] = describeError(error).split(/[\n\r]/);
  const shown = escapeLine(firstLine);
  console.error(
    `[mojob] ${method} ${escapeLine(JSON.stringify(path))} failed, its caller got "${id}": ${shown.slice(0, MOST_CHARACTERS)}`,
  );
}

function describeError(error: unknown): string {
  try {
    if (error instanceof Error) return `${error.name}: ${error.message}`;
  } catch {
    // A proxy may refuse even to be looked at.
  }
  return describeValue(error);
}
