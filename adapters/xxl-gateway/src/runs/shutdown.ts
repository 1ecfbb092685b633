import type { JobContext } from "@mojob/core";

/** Whether a run's signal says that its worker is about to end: the run goes on at its executor. */
export function isShutdown({ aborted, reason }: AbortSignal): boolean {
  return aborted && (reason as { readonly code?: unknown } | undefined)?.code === "worker_shutdown";
}

/** The attempt after this one waits for the run. */
export function handBack(context: JobContext): never {
  return context.snooze(1);
}
