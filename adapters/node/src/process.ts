import process from "node:process";
import { shutdownListener, type RuntimeInfo, type ShutdownSignal } from "@mojob/core";

/** Calls back once, at the first SIGINT or SIGTERM; a SIGINT after it ends the process at once with 130. */
export function onShutdownSignal(callback: (signal: ShutdownSignal) => void): () => void {
  const listener = shutdownListener(callback, (code) => process.exit(code));
  process.on("SIGINT", listener);
  process.on("SIGTERM", listener);
  return () => {
    process.off("SIGINT", listener);
    process.off("SIGTERM", listener);
  };
}

export function environment(): Readonly<Record<string, string | undefined>> {
  return { ...process.env };
}

export function runtimeInfo(): RuntimeInfo {
  return { name: "node", version: process.versions.node };
}
