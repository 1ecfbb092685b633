import type { JobLogLine } from "./job-instance.ts";

/** The lines that were left out of a log that grew too long, between its head and its tail. */
export interface LogCut {
  readonly lines: number;
  readonly bytes: number;
}

const MARK = /^Log truncated: (\d+) lines \((\d+) bytes\) are left out here$/;

/** The message of the line that stands in place of what was left out. */
export function logCutMessage({ lines, bytes }: LogCut): string {
  return `Log truncated: ${lines} lines (${bytes} bytes) are left out here`;
}

/** Reads the cut that a line stands for; `null` for a line that a job wrote. */
export function readLogCut({ level, message }: Pick<JobLogLine, "level" | "message">): LogCut | null {
  const found = level === "warn" ? MARK.exec(message) : null;
  return found && { lines: Number(found[1]), bytes: Number(found[2]) };
}
