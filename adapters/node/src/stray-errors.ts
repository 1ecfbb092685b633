import { AsyncLocalStorage } from "node:async_hooks";
import process from "node:process";
import type { StrayError, StrayErrorGuard } from "@mojob/core/platform";

/**
 * Takes over what Node ends the process for.
 *
 * Node keeps the async context of rejections and exceptions alike, so an exception without a run came from outside any.
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
  return {
    scope: { run: (runToken, work) => runs.run(runToken, work) },
    close() {
      process.off("unhandledRejection", onRejection);
      process.off("uncaughtException", onException);
    },
  };
}
