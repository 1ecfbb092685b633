import type { ShutdownSignal } from "../ports/server.ts";

/** 128 + SIGINT: what a shell expects of a program that Ctrl+C ended. */
const INTERRUPTED = 130;

/** The signal handling every adapter shares: the first signal asks, a SIGINT after it insists. */
export function shutdownListener(
  callback: (signal: ShutdownSignal) => void,
  exit: (code: number) => void,
): (signal: ShutdownSignal) => void {
  let asked = false;
  return (signal) => {
    if (asked) {
      if (signal === "SIGINT") exit(INTERRUPTED);
      return;
    }
    asked = true;
    callback(signal);
  };
}
