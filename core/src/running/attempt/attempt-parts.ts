import type { Clock } from "../../base/clock.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { WorkFiles } from "../../ports/work-runner.ts";
import type { ProgressWriter } from "./progress-writer.ts";
import type { RunLog } from "./run-log.ts";
import type { TimeLimits } from "./time-limits.ts";

/** Whose lines a log has. */
export interface RunOfLog {
  readonly attemptRef: AttemptRef;
  readonly jobKey: string;
}

/** The parts that the attempts of a worker have in common. */
export interface AttemptParts {
  readonly clock: Clock;
  readonly scheduler: MoJobScheduler;
  readonly abortGraceMs: number;
  readonly limits: TimeLimits;
  /** @param mask hides in each line what the attempt has been given to hide by then */
  readonly createLog: (of: RunOfLog, mask: (text: string) => string, lines: number) => RunLog;
  readonly createFiles: (attempt: AttemptRef, signal: AbortSignal) => WorkFiles;
  readonly createProgress: (attempt: AttemptRef) => ProgressWriter;
}

/** How far an attempt had got when this process took it over from another. */
export interface AttemptSoFar {
  readonly elapsedMs: number;
  /** Lines of its log. */
  readonly lines: number;
}

export const FROM_ITS_BEGIN: AttemptSoFar = { elapsedMs: 0, lines: 0 };
