import { isMoJobError, MoJobErrorCode } from "@mojob/core";
import type { RuntimeAdapter } from "@mojob/core/platform";
import { reportError } from "../deployment/report-error.ts";

export interface ProgramOptions {
  readonly platform: RuntimeAdapter;
  /** Opens what the program is; `end` closes it and ends the process with a code, `signal` aborts when it is to end. */
  readonly open: (
    end: (exitCode: number) => void,
    signal: AbortSignal,
  ) => Promise<{ close(): Promise<void> }>;
  /** Ends the process. */
  readonly exit: (code: number) => void;
  /** Called with why the program could not start or stop. @default one line or a stack on stderr */
  readonly onError?: (error: unknown) => void;
  /** Called when a signal asks the program to end. @default nothing */
  readonly onStopping?: (signal: string) => void;
}

/**
 * The life of a program: opens, waits for a signal, closes, and exits with 0; with 1 where any of it failed.
 * A job that ignores its signal does not keep the process alive.
 * @example
 * ```ts
 * import process from "node:process";
 * import * as platform from "@mojob/node";
 * import { openDeployment, parseConfiguration, runProgram } from "@mojob/server";
 *
 * const program = runProgram({
 *   platform,
 *   exit: (code) => process.exit(code),
 *   open: () => openDeployment(parseConfiguration({ MOJOB_STORE: "memory:", MOJOB_PORT: "0" }), { platform }),
 * });
 * await program.opened;
 * program.end(0);
 * ```
 */
export function runProgram(options: ProgramOptions): {
  /** Resolves once it is open; never rejects: a program that cannot open ends. */
  readonly opened: Promise<void>;
  /** Closes and exits; the first call counts. */
  end(exitCode: number): void;
} {
  const { platform, open, exit, onError = reportError, onStopping = () => {} } = options;
  let isEnding = false;
  const stopping = new AbortController();
  const opened = Promise.resolve().then(() => open(end, stopping.signal));
  const fail = (error: unknown): void => {
    onError(error);
    exit(1);
  };
  function end(exitCode: number): void {
    if (isEnding) return;
    isEnding = true;
    stopping.abort();
    opened
      .then(
        (program) => program.close(),
        (error: unknown) => {
          // It waited for another process and was asked to end: nothing was opened.
          if (!isMoJobError(error, MoJobErrorCode.LockHeld)) throw error;
        },
      )
      .then(() => exit(exitCode), fail);
  }
  platform.onShutdownSignal((signal) => {
    onStopping(signal);
    end(0);
  });
  opened.catch((error: unknown) => {
    if (!isEnding) fail(error);
  });
  return {
    opened: opened.then(
      () => {},
      () => {},
    ),
    end,
  };
}
