import { readFileSync } from "node:fs";
import { availableParallelism, cpus, hostname } from "node:os";
import {
  END_BY_ITSELF_MS,
  type MachineUsage,
  machineUsageOf,
  measureLoopDelay,
  parseProcessorWait,
  PROCESSOR_WAIT_FILE,
  type ProcessUsage,
  type RuntimeInfo,
  shutdownListener,
  type ShutdownSignal,
  systemClock,
} from "@mojob/core/platform";
import { bun } from "./bun-api.ts";

/** Calls back once, at the first SIGINT or SIGTERM; a SIGINT after it ends the process at once with 130. */
export function onShutdownSignal(callback: (signal: ShutdownSignal) => void): () => void {
  // Bun has Node's `process` as a global. Adapters share the core alone, which touches no process: so these lines are theirs.
  const listener = shutdownListener(callback, (code) => process.exit(code));
  process.on("SIGINT", listener);
  process.on("SIGTERM", listener);
  return () => {
    process.off("SIGINT", listener);
    process.off("SIGTERM", listener);
  };
}

/** Lets the process end as a signal does that nobody listens for, unless it ends by itself or another listener takes the signal. */
export function endBySignal(signal: ShutdownSignal): void {
  // A timer that keeps nothing alive fires only where something else does.
  const timer = setTimeout(() => {
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }, END_BY_ITSELF_MS);
  timer.unref();
}

export function environment(): Readonly<Record<string, string | undefined>> {
  return { ...bun().env };
}

export function runtimeInfo(): RuntimeInfo {
  return {
    name: "bun",
    version: bun().version,
    pid: process.pid,
    host: hostname(),
    usage,
    machine,
    processorWaitMs,
    loopDelay: () => measureLoopDelay(systemClock),
  };
}

function usage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return { processorMs: (user + system) / 1000, memoryBytes: process.memoryUsage.rss() };
}

function machine(): MachineUsage {
  return machineUsageOf(availableParallelism(), cpus());
}

/** Linux has it. */
function processorWaitMs(): number | null {
  try {
    return parseProcessorWait(readFileSync(PROCESSOR_WAIT_FILE, "utf8"));
  } catch {
    return null;
  }
}
