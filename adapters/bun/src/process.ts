import { shutdownListener, type RuntimeInfo, type ShutdownSignal } from "@mojob/core";
import { bun } from "./bun-api.ts";

/** Calls back once, at the first SIGINT or SIGTERM; a SIGINT after it ends the process at once with 130. */
export function onShutdownSignal(callback: (signal: ShutdownSignal) => void): () => void {
  // Bun has Node's `process` as a global.
  const listener = shutdownListener(callback, (code) => process.exit(code));
  process.on("SIGINT", listener);
  process.on("SIGTERM", listener);
  return () => {
    process.off("SIGINT", listener);
    process.off("SIGTERM", listener);
  };
}

export function environment(): Readonly<Record<string, string | undefined>> {
  return { ...bun().env };
}

export function runtimeInfo(): RuntimeInfo {
  return { name: "bun", version: bun().version };
}
