import process from "node:process";
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
import { deno } from "./deno-api.ts";

/** Calls back once, at the first SIGINT or SIGTERM; a SIGINT after it ends the process at once with 130. */
export function onShutdownSignal(callback: (signal: ShutdownSignal) => void): () => void {
  const listener = shutdownListener(callback, (code) => deno().exit(code));
  const interrupt = (): void => listener("SIGINT");
  const terminate = (): void => listener("SIGTERM");
  deno().addSignalListener("SIGINT", interrupt);
  deno().addSignalListener("SIGTERM", terminate);
  return () => {
    deno().removeSignalListener("SIGINT", interrupt);
    deno().removeSignalListener("SIGTERM", terminate);
  };
}

/** 128 and the signal's number: what a shell shows of a program that it ended. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Lets the process end as a signal does that nobody listens for, unless it ends by itself or a listener of `process.on` takes the signal: those of
 * `Deno.addSignalListener` cannot be counted. To send a signal needs a permission, so it exits with the signal's code.
 */
export function endBySignal(signal: ShutdownSignal): void {
  // A timer that keeps nothing alive fires only where something else does.
  const timer: unknown = setTimeout(() => {
    if (process.listenerCount(signal) === 0) deno().exit(ENDED_BY[signal]);
  }, END_BY_ITSELF_MS);
  // Deno has had numbers for timers, and since has Node's.
  if (typeof timer === "number") deno().unrefTimer(timer);
  else (timer as { unref(): void }).unref();
}

export function environment(): Readonly<Record<string, string | undefined>> {
  return deno().env.toObject();
}

export function runtimeInfo(): RuntimeInfo {
  const { version, pid } = deno();
  const host = ownHost();
  return {
    name: "deno",
    version: version.deno,
    pid,
    usage,
    machine,
    processorWaitMs,
    loopDelay: () => measureLoopDelay(systemClock),
    ...(host !== null && { host }),
  };
}

function usage(): ProcessUsage {
  const { user, system } = process.cpuUsage();
  return { processorMs: (user + system) / 1000, memoryBytes: process.memoryUsage().rss };
}

/** How its processors were used Deno does not say. */
function machine(): MachineUsage {
  return machineUsageOf(navigator.hardwareConcurrency, []);
}

/** A program without the permission is told that it may not know; a scheduler does not need to. */
function ownHost(): string | null {
  try {
    return deno().hostname();
  } catch {
    return null;
  }
}

/** Linux has it, and a program without the permission is not asked for it. */
function processorWaitMs(): number | null {
  const { permissions, readTextFileSync } = deno();
  try {
    const { state } = permissions.querySync({ name: "read", path: PROCESSOR_WAIT_FILE });
    return state === "granted" ? parseProcessorWait(readTextFileSync(PROCESSOR_WAIT_FILE)) : null;
  } catch {
    return null;
  }
}
