import { type JobLogLine, LogLevel } from "./job-instance.ts";

const MESSAGE = "The log was removed: its job keeps logs for less long than runs";
const FIRST_LINE = 1;

/** Above the number of each line that a run can have. */
export const UP_TO_ANY_LINE: number = Number.MAX_SAFE_INTEGER;

/** The line that stands for a log which its job's retention has removed. */
export function logRemovedLine(tenant: string, instanceId: string, at: Date): JobLogLine {
  return { tenant, instanceId, seq: FIRST_LINE, at, attempt: 1, level: LogLevel.Warn, message: MESSAGE };
}

/** Whether a line stands for a log that was removed. */
export function isLogRemoved({ seq, message }: Pick<JobLogLine, "seq" | "message">): boolean {
  return seq === FIRST_LINE && message === MESSAGE;
}
