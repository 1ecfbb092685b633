import { describeValue } from "../base/describe-value.ts";
import { byteLength, truncateText } from "../base/truncate.ts";
import type { Clock } from "../base/clock.ts";
import { type JobLogLine, LogLevel } from "../instance/job-instance.ts";
import type { AttemptRef } from "../instance/transitions.ts";
import type { JobLog } from "../job/job-context.ts";

/** Lines of one attempt number from here, so that no attempt has to ask how far the one before it came. */
const SEQ_PER_ATTEMPT = 1_000_000;
const LONGEST_LINE_BYTES = 16 * 1024;
/** A line costs at least its end, so that empty lines come to an end too. */
const LINE_END_BYTES = 1;

export interface RunLogOptions {
  readonly attempt: AttemptRef;
  readonly clock: Clock;
  readonly maxBytes: number;
  /** Takes each line on its way to the store. */
  readonly write: (line: JobLogLine) => void;
}

/** What one attempt writes, numbered and capped; beyond the cap one last line says so. */
export class RunLog implements JobLog {
  readonly #options: RunLogOptions;
  #lines = 0;
  #bytes = 0;
  #isClosed = false;

  constructor(options: RunLogOptions) {
    this.#options = options;
  }

  // Fields, so that they can be taken out of the log and handed on: `stream.on("line", log.info)`.
  readonly debug = (message: unknown): void => this.#add(LogLevel.Debug, message);
  readonly info = (message: unknown): void => this.#add(LogLevel.Info, message);
  readonly warn = (message: unknown): void => this.#add(LogLevel.Warn, message);
  readonly error = (message: unknown): void => this.#add(LogLevel.Error, message);

  /** Takes nothing more: code that goes on past its attempt's end is not part of the run. */
  close(): void {
    this.#isClosed = true;
  }

  #add(level: LogLevel, message: unknown): void {
    if (this.#isClosed) return;
    const { maxBytes } = this.#options;
    const text = truncateText(describeValue(message), LONGEST_LINE_BYTES);
    this.#bytes += byteLength(text) + LINE_END_BYTES;
    if (this.#bytes <= maxBytes && this.#lines < SEQ_PER_ATTEMPT - 1) {
      this.#write(level, text);
      return;
    }
    this.#isClosed = true;
    this.#write(LogLevel.Warn, `Log truncated: this attempt wrote more than ${maxBytes} bytes`);
  }

  #write(level: LogLevel, message: string): void {
    const { attempt, clock, write } = this.#options;
    this.#lines += 1;
    write({
      tenant: attempt.tenant,
      instanceId: attempt.id,
      seq: (attempt.attempt - 1) * SEQ_PER_ATTEMPT + this.#lines,
      at: clock.now(),
      attempt: attempt.attempt,
      level,
      message,
    });
  }
}
