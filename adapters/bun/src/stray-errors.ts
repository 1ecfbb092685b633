import { AsyncLocalStorage } from "node:async_hooks";
import type { StrayError, StrayErrorGuard } from "@mojob/core/platform";

/** The codes with which writing to an output fails once nobody reads it. */
const UNREAD_CODES: readonly unknown[] = ["EPIPE", "EIO", "ERR_STREAM_DESTROYED"];

/**
 * Takes over the errors for which Bun ends the process.
 *
 * Bun 1.4 keeps the async context of exceptions from timers and I/O, and loses that of rejections and microtasks: such an
 * error is reported without its run, and none is ever called fatal, for it may be a job's.
 *
 * That nobody reads the standard streams any more is no error of a run or of the program, and a report of it would only be the next.
 *
 * Each adapter has these lines of its own: the core, which is all they share, touches no process.
 */
export function guardStrayErrors(onStray: (stray: StrayError) => void): StrayErrorGuard {
  const runs = new AsyncLocalStorage<string>();
  const listener = (error: unknown): void => {
    onStray({ error, runToken: runs.getStore() ?? null, isFatal: false });
  };
  process.on("unhandledRejection", listener);
  process.on("uncaughtException", listener);
  for (const output of [process.stdout, process.stderr]) output.on("error", onOutputError);
  return {
    scope: { run: (runToken, work) => runs.run(runToken, work) },
    close() {
      for (const output of [process.stdout, process.stderr]) output.off("error", onOutputError);
      process.off("unhandledRejection", listener);
      process.off("uncaughtException", listener);
    },
  };
}

/** Lets the error of an output that nobody reads pass; any other goes on as it would without this listener. */
function onOutputError(this: typeof process.stdout, error: Error & { readonly code?: unknown }): void {
  if (UNREAD_CODES.includes(error.code)) return;
  if (this.listeners("error").every((listener) => listener === onOutputError)) throw error;
}
