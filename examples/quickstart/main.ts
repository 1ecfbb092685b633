import process from "node:process";
import { isMoJobError } from "@mojob/core";
import { ownAdapter } from "../support/adapter.ts";
import { startQuickstart } from "./quickstart.ts";

// `npm start`: everything in one process, with jobs to try things out. Runs on Node, Bun and Deno.

const PARENT_CHECK_MS = 500;

let ending: Promise<void> | null = null;

const adapter = await ownAdapter();
const started = startQuickstart({
  adapter,
  print: (text) => console.log(text),
  onError: reportError,
  onFatal: () => void end(1),
});

adapter.onShutdownSignal((signal) => {
  console.log(`\n${signal}: stopping`);
  void end(0);
});

// npm ends its shell, not what runs in it, when it is told to end itself: a program that lost its parent ends too.
if (adapter.environment()["npm_lifecycle_event"] !== undefined) {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    console.log("Its parent ended: stopping");
    void end(0);
  }, PARENT_CHECK_MS);
  check.unref();
}

started.catch((error: unknown) => {
  reportError(error);
  process.exit(1);
});

function end(exitCode: number): Promise<void> {
  return (ending ??= stopAndExit(exitCode));
}

async function stopAndExit(exitCode: number): Promise<void> {
  try {
    const quickstart = await started;
    await quickstart.stop();
    console.log("Stopped");
  } catch (error) {
    reportError(error);
    process.exit(1);
  }
  // A job that ignores its signal would keep the process alive.
  process.exit(exitCode);
}

function reportError(error: unknown): void {
  console.error(isMoJobError(error) ? error.message : error);
}
