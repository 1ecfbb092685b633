import { AsyncLocalStorage } from "node:async_hooks";
import process from "node:process";
import type { StrayError, StrayErrorGuard } from "@mojob/core/platform";

/** The codes with which writing to an output fails once nobody reads it. */
const UNREAD_CODES: readonly unknown[] = ["EPIPE", "EIO", "ERR_STREAM_DESTROYED"];

/**
 * Takes over what Node ends the process for.
 *
 * Node keeps the async context of rejections and exceptions alike, so an exception without a run came from outside any.
 *
 * That nobody reads the standard streams any more is no error of a run or of the program, and a report of it would only be the next.
 */
export function guardStrayErrors(onStray: (stray: StrayError) => void): StrayErrorGuard {
  const runs = new AsyncLocalStorage<string>();
  const onRejection = (error: unknown): void => {
    onStray({ error, runToken: runs.getStore() ?? null, isFatal: false });
  };
  const onException = (error: unknown): void => {
    const runToken = runs.getStore() ?? null;
    onStray({ error, runToken, isFatal: runToken === null });
  };
  process.on("unhandledRejection", onRejection);
  process.on("uncaughtException", onException);
  for (const output of [process.stdout, process.stderr]) output.on("error", onOutputError);
  return {
    scope: { run: (runToken, work) => runs.run(runToken, work) },
    close() {
      for (const output of [process.stdout, process.stderr]) output.off("error", onOutputError);
      process.off("unhandledRejection", onRejection);
      process.off("uncaughtException", onException);
    },
  };
}

/** Lets the error of an output that nobody reads pass; any other goes on as it would without this listener. */
function onOutputError(this: typeof process.stdout, error: Error & { readonly code?: unknown }): void {
  if (UNREAD_CODES.includes(error.code)) return;
  if (this.listeners("error").every((listener) => listener === onOutputError)) throw error;
}
