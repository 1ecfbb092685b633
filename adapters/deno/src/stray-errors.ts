import { AsyncLocalStorage } from "node:async_hooks";
import process from "node:process";
import type { StrayError, StrayErrorGuard } from "@mojob/core/platform";

/**
 * Takes over the errors for which Deno ends the process.
 *
 * Deno 2.9 keeps the async context of rejections, microtasks and I/O, and loses that of timers: an exception from one is
 * reported without its run, and none is ever called fatal, for it may be a job's.
 *
 * Each adapter has these lines of its own: the core, which is all they share, touches no process.
 */
export function guardStrayErrors(onStray: (stray: StrayError) => void): StrayErrorGuard {
  const runs = new AsyncLocalStorage<string>();
  const listener = (error: unknown): void => {
    onStray({ error, runToken: runs.getStore() ?? null, isFatal: false });
  };
  // Deno's own events know nothing of the context; its implementation of Node's do.
  process.on("unhandledRejection", listener);
  process.on("uncaughtException", listener);
  return {
    scope: { run: (runToken, work) => runs.run(runToken, work) },
    close() {
      process.off("unhandledRejection", listener);
      process.off("uncaughtException", listener);
    },
  };
}
