import { type Clock, systemClock } from "../base/clock.ts";
import { LogLevel } from "../model/instance/job-instance.ts";
import type { AttemptEnd, RunHooks } from "../running/attempt/run-hooks.ts";
import type { LogSink } from "../running/log-sink.ts";
import { failedRunText, reportError, stackOf } from "./console-reporters.ts";

/** Options of a process that says what it has to say to a sink, or where nothing is given to the console. */
interface LoggingOptions {
  readonly clock?: Clock;
  readonly log?: LogSink;
  readonly hooks?: RunHooks;
  readonly onError?: (error: unknown) => void;
  readonly onWarning?: (warning: string) => void;
}

/** Leads what would be written to stderr to the sink of the options; a function of theirs of its own comes before it. */
export function withLog<Options extends LoggingOptions>(
  options: Options,
): Options & Pick<LoggingOptions, "hooks"> {
  const { clock = systemClock } = options;
  if (options.log === undefined) return options;
  const log = safely(options.log);
  const onRunEnd = (end: AttemptEnd): void => {
    const message = failedRunText(end);
    const { tenant, jobKey, instanceId, attempt, error } = end;
    const run = { tenant, jobKey, instanceId, attempt };
    if (message !== null) log({ at: clock.now(), level: LogLevel.Error, message, run, error });
  };
  return {
    onError: (error: unknown) =>
      log({ at: clock.now(), level: LogLevel.Error, message: stackOf(error), error }),
    onWarning: (message: string) => log({ at: clock.now(), level: LogLevel.Warn, message }),
    ...options,
    log,
    hooks: { onRunEnd, ...options.hooks },
  };
}

/** A sink that throws ends nothing. */
function safely(log: LogSink): LogSink {
  return (entry) => {
    try {
      const returned = log(entry);
      if (returned instanceof Promise) returned.catch(reportError);
    } catch (error) {
      reportError(error);
    }
  };
}
