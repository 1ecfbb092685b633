import type { Clock, Timer } from "../base/clock.ts";
import type { JobLogLine } from "../instance/job-instance.ts";
import type { IMoLogStore } from "../ports/metadata-store.ts";

/** How long a line may wait for others: a reader sees it as live, a store sees one write for many. */
const PACE_MS = 200;
const LARGEST_WRITE = 1000;

export interface LogWriterOptions {
  readonly store: IMoLogStore;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

/** Carries the lines of all runs to the store, many at a time. */
export class LogWriter {
  readonly #options: LogWriterOptions;
  #lines: JobLogLine[] = [];
  #timer: Timer | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: LogWriterOptions) {
    this.#options = options;
  }

  write(line: JobLogLine): void {
    this.#lines.push(line);
    if (this.#lines.length >= LARGEST_WRITE) void this.flush();
    else this.#timer ??= this.#options.clock.setTimer(() => void this.flush(), PACE_MS);
  }

  /** Resolves when every line written so far is stored; a store that fails is reported, the lines are given up. */
  flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = null;
    if (this.#lines.length === 0) return this.#writing;
    const lines = this.#lines;
    this.#lines = [];
    const { store, onError } = this.#options;
    this.#writing = this.#writing.then(() => store.append(lines)).catch(onError);
    return this.#writing;
  }
}
