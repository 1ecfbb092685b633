import { describeValue } from "../../base/describe-value.ts";
import { byteLength, truncateText } from "../../base/truncate.ts";
import type { Clock } from "../../base/clock.ts";
import { type JobLogLine, LogLevel } from "../../model/instance/job-instance.ts";
import { logCutMessage } from "../../model/instance/log-cut.ts";
import type { AttemptRef } from "../../model/instance/attempt-ref.ts";
import type { JobLog } from "../../job/job-context.ts";

/** Lines of one attempt number from here, so that no attempt has to ask how far the one before it came. */
const SEQ_PER_ATTEMPT = 1_000_000_000;
const LONGEST_LINE_BYTES = 16 * 1024;
/** A line costs at least its end, so that empty lines come to an end too. */
const LINE_END_BYTES = 1;
/** The share of the beginning; the rest is for the end, where a run breaks. */
const HEAD_SHARE = 1 / 4;

export interface RunLogOptions {
  readonly attempt: AttemptRef;
  readonly clock: Clock;
  readonly maxBytes: number;
  /** How many lines the attempt has written before, by an earlier process. @default none */
  readonly lines?: number;
  /** Changes each line before it is cut and written. @default it stays as it is */
  readonly mask?: (text: string) => string;
  /** Takes the lines on their way to the store. */
  readonly logs: {
    write(line: JobLogLine): void;
    /** Puts a line in place of those from its own `seq` to `upTo`, which were written before. */
    cut(mark: JobLogLine, upTo: number): void;
  };
}

/** The log of one attempt, with numbered lines; beyond the cap its beginning and its end stay, and a line between says how much is left out. */
export class RunLog implements JobLog {
  readonly #options: RunLogOptions;
  #lines: number;
  #bytes = 0;
  /** Lines at the beginning that always stay; `null` while that may grow. */
  #headLines: number | null = null;
  /** The bytes of each line behind the head; those before `#tailStart` are left out. */
  #tail: number[] = [];
  #tailStart = 0;
  #cutLines = 0;
  #cutBytes = 0;
  #cutAt: Date | null = null;
  #isClosed = false;

  constructor(options: RunLogOptions) {
    this.#options = options;
    this.#lines = options.lines ?? 0;
  }

  // Fields, so that they can be taken out of the log and handed on: `stream.on("line", log.info)`.
  readonly debug = (message: unknown): void => this.#add(LogLevel.Debug, message);
  readonly info = (message: unknown): void => this.#add(LogLevel.Info, message);
  readonly warn = (message: unknown): void => this.#add(LogLevel.Warn, message);
  readonly error = (message: unknown): void => this.#add(LogLevel.Error, message);

  get hasLines(): boolean {
    return this.#lines > 0;
  }

  /** Takes nothing more: code that goes on past its attempt's end is not part of the run. */
  close(): void {
    this.#isClosed = true;
  }

  #add(level: LogLevel, message: unknown): void {
    if (this.#isClosed || this.#lines === SEQ_PER_ATTEMPT - 1) return;
    const { maxBytes, logs, clock, mask = (line) => line } = this.#options;
    const text = truncateText(mask(describeValue(message)), LONGEST_LINE_BYTES);
    const bytes = byteLength(text) + LINE_END_BYTES;
    const now = clock.now();
    this.#lines += 1;
    this.#bytes += bytes;
    if (this.#headLines === null && this.#bytes > maxBytes * HEAD_SHARE) this.#headLines = this.#lines - 1;
    if (this.#headLines !== null) this.#tail.push(bytes);
    logs.write(this.#line(this.#lines, now, level, text));
    if (this.#bytes > maxBytes) this.#cutTail(now);
  }

  /** Leaves out the oldest lines behind the head until the rest fits. */
  #cutTail(now: Date): void {
    const { maxBytes, logs } = this.#options;
    while (this.#bytes > maxBytes) {
      const bytes = this.#tail[this.#tailStart] ?? this.#bytes;
      this.#tailStart += 1;
      this.#cutLines += 1;
      this.#cutBytes += bytes;
      this.#bytes -= bytes;
    }
    if (this.#tailStart > this.#tail.length / 2) {
      this.#tail = this.#tail.slice(this.#tailStart);
      this.#tailStart = 0;
    }
    this.#cutAt ??= now;
    const head = this.#headLines ?? 0;
    const message = logCutMessage({ lines: this.#cutLines, bytes: this.#cutBytes });
    logs.cut(this.#line(head + 1, this.#cutAt, LogLevel.Warn, message), this.#seqOf(head + this.#cutLines));
  }

  #line(number: number, at: Date, level: LogLevel, message: string): JobLogLine {
    const { tenant, id, attempt } = this.#options.attempt;
    return { tenant, instanceId: id, seq: this.#seqOf(number), at, attempt, level, message };
  }

  #seqOf(number: number): number {
    return endOfLog(this.#options.attempt.attempt - 1) + number;
  }
}

/** The number before the first line of the attempt after this one. */
export function endOfLog(attempt: number): number {
  return attempt * SEQ_PER_ATTEMPT;
}
