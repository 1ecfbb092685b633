import { escapeLine } from "../base/shown-text.ts";
import type { JobLogLine, LogLevel } from "../model/instance/job-instance.ts";

/** A line of a run, or of the scheduler itself. */
export interface LogEntry {
  readonly at: Date;
  readonly level: LogLevel;
  readonly message: string;
  /** The run of the line; absent on a line of the scheduler itself. */
  readonly run?: {
    readonly tenant: string;
    readonly jobKey: string;
    readonly instanceId: string;
    /** Counts from 1. */
    readonly attempt: number;
  };
  /** The thrown value that the line reports. */
  readonly error?: unknown;
}

/**
 * Takes log lines. Lines of runs are masked as in the run's own log.
 * @example
 * ```ts
 * import { defineTriggeredJob, type LogSink } from "@mojob/core";
 * import { startEmbedded } from "@mojob/runtime-local";
 *
 * // A logger such as pino: (fields, message).
 * const logger = { debug: console.log, info: console.log, warn: console.log, error: console.log };
 * const log: LogSink = ({ level, message, run, error }) => logger[level]({ ...run, err: error }, message);
 * const greet = defineTriggeredJob({ key: "greet", execute: (_: unknown, { log }) => log.info("hello") });
 * const { close } = await startEmbedded({ app: "shop", jobs: [greet], log });
 * await close();
 * ```
 */
export type LogSink = (entry: LogEntry) => unknown;

/** A JSON object a line, on stdout: `time`, `level`, `message`, of a run `tenant`, `job`, `run` and `attempt`, of an error its `stack`. */
export const jsonLog: LogSink = ({ at, level, message, run, error }) => {
  const { tenant, jobKey: job, instanceId, attempt } = run ?? {};
  const stack = error instanceof Error ? error.stack : undefined;
  // oxlint-disable-next-line no-console -- It is what it is for.
  console.log(JSON.stringify({ time: at, level, message, tenant, job, run: instanceId, attempt, stack }));
};

/** A text a line, on stdout, for people. */
export const textLog: LogSink = ({ at, level, message, run }) => {
  const of = run === undefined ? "scheduler" : `${run.jobKey} ${run.instanceId} #${run.attempt}`;
  // oxlint-disable-next-line no-console -- It is what it is for.
  console.log(escapeLine(`${at.toISOString()} ${level.toUpperCase().padEnd(5)} ${of}: ${message}`));
};

interface RunLines {
  write(line: JobLogLine): void;
  cut(mark: JobLogLine, upTo: number): void;
}

/** Gives each line of a job's runs to a sink as well. */
export function alsoTo(log: LogSink, lines: RunLines, jobKey: string): RunLines {
  return {
    write(line) {
      lines.write(line);
      const { at, level, message, tenant, instanceId, attempt } = line;
      log({ at, level, message, run: { tenant, jobKey, instanceId, attempt } });
    },
    cut: (mark, upTo) => lines.cut(mark, upTo),
  };
}
