import { byteLength, truncateText } from "../base/truncate.ts";
import type { Clock } from "../base/clock.ts";
import { type JobLogLine, LogLevel } from "../instance/job-instance.ts";
import type { AttemptRef } from "../instance/transitions.ts";
import type { JobLog } from "../job/job-context.ts";

/** Lines of one attempt number from here, so that no attempt has to ask how far the one before it came. */
const SEQ_PER_ATTEMPT = 1_000_000;
const LONGEST_LINE_BYTES = 16 * 1024;

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
  #seq: number;
  #bytesLeft: number;

  constructor(options: RunLogOptions) {
    this.#options = options;
    this.#seq = (options.attempt.attempt - 1) * SEQ_PER_ATTEMPT;
    this.#bytesLeft = options.maxBytes;
  }

  debug(message: string): void {
    this.#add(LogLevel.Debug, message);
  }

  info(message: string): void {
    this.#add(LogLevel.Info, message);
  }

  warn(message: string): void {
    this.#add(LogLevel.Warn, message);
  }

  error(message: string): void {
    this.#add(LogLevel.Error, message);
  }

  /** Takes nothing more: code that goes on past its attempt's end is not part of the run. */
  close(): void {
    this.#bytesLeft = 0;
  }

  #add(level: LogLevel, message: unknown): void {
    if (this.#bytesLeft <= 0) return;
    const text = truncateText(String(message), LONGEST_LINE_BYTES);
    this.#bytesLeft -= byteLength(text);
    if (this.#bytesLeft > 0) this.#write(level, text);
    else
      this.#write(
        LogLevel.Warn,
        `Log truncated: this attempt wrote more than ${this.#options.maxBytes} bytes`,
      );
  }

  #write(level: LogLevel, message: string): void {
    const { attempt, clock, write } = this.#options;
    this.#seq += 1;
    const { tenant, id } = attempt;
    write({
      tenant,
      instanceId: id,
      seq: this.#seq,
      at: clock.now(),
      attempt: attempt.attempt,
      level,
      message,
    });
  }
}
