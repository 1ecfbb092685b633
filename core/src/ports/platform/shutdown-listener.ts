import { type Clock, systemClock } from "../../base/clock.ts";
import type { ShutdownSignal } from "./platform.ts";

/** 128 + SIGINT: what a shell expects of a program that Ctrl+C ended. */
const INTERRUPTED = 130;

/** One Ctrl+C may arrive twice: from the terminal, and from npm, which passes on what it got. */
const SAME_KEYSTROKE_MS = 500;

/** For this long a process may end by itself before a signal ends it. */
export const END_BY_ITSELF_MS = 100;

/** The signal handling every adapter shares: the first signal asks, a SIGINT after it insists. */
export function shutdownListener(
  callback: (signal: ShutdownSignal) => void,
  exit: (code: number) => void,
  clock: Clock = systemClock,
): (signal: ShutdownSignal) => void {
  let first: { readonly signal: ShutdownSignal; readonly atMs: number } | null = null;
  return (signal) => {
    const atMs = clock.monotonicMs();
    if (first === null) {
      first = { signal, atMs };
      callback(signal);
      return;
    }
    const isEcho = first.signal === "SIGINT" && atMs - first.atMs < SAME_KEYSTROKE_MS;
    if (signal === "SIGINT" && !isEcho) exit(INTERRUPTED);
  };
}
