import type { Clock, Timer } from "../../base/clock.ts";
import type { JobLogLine } from "../../model/instance/job-instance.ts";
import type { IMoLogStore } from "../../ports/log-store.ts";

/** How long a line may wait for others: a reader sees it as live, a store sees one write for many. */
const PACE_MS = 200;
const LARGEST_WRITE = 1000;

export interface LogWriterOptions {
  readonly store: IMoLogStore;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

interface Cut {
  readonly mark: JobLogLine;
  readonly upTo: number;
}

/** Writes the lines of all runs to the store, many at a time. */
export class LogWriter {
  readonly #options: LogWriterOptions;
  #lines: JobLogLine[] = [];
  /** The lines to leave out, by attempt: the newest cut of an attempt is the widest. */
  readonly #cuts = new Map<string, Cut>();
  /** Lines that wait although they are cut, at most. */
  #cutLines = 0;
  #timer: Timer | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** The last part of `#writing` has not begun, and takes what comes until then. */
  #isQueued = false;

  constructor(options: LogWriterOptions) {
    this.#options = options;
  }

  write(line: JobLogLine): void {
    this.#lines.push(line);
    this.#schedule();
  }

  /** Puts a line in place of those from its own `seq` to `upTo`, stored or not. */
  cut(mark: JobLogLine, upTo: number): void {
    const attempt = attemptOf(mark);
    this.#cutLines += upTo + 1 - (this.#cuts.get(attempt)?.upTo ?? mark.seq);
    this.#cuts.set(attempt, { mark, upTo });
    // Code that writes without a pause would fill the memory with lines that are cut already.
    if (this.#cutLines > LARGEST_WRITE && this.#cutLines > this.#lines.length / 2) this.#dropCut();
    this.#schedule();
  }

  /** Resolves when every line written so far is stored; a store that fails is reported, the lines are given up. */
  flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = null;
    if (this.#isQueued || (this.#lines.length === 0 && this.#cuts.size === 0)) return this.#writing;
    this.#isQueued = true;
    this.#writing = this.#writing.then(() => this.#store());
    return this.#writing;
  }

  #schedule(): void {
    if (this.#isQueued) return;
    if (this.#lines.length >= LARGEST_WRITE) void this.flush();
    else this.#timer ??= this.#options.clock.setTimer(() => void this.flush(), PACE_MS);
  }

  async #store(): Promise<void> {
    const { store, onError } = this.#options;
    this.#dropCut();
    const [lines, cuts] = [this.#lines, [...this.#cuts.values()]];
    this.#isQueued = false;
    this.#lines = [];
    this.#cuts.clear();
    try {
      for (let from = 0; from < lines.length; from += LARGEST_WRITE) {
        // In their order: a reader goes on behind the last line it has.
        // oxlint-disable-next-line no-await-in-loop
        await store.append(lines.slice(from, from + LARGEST_WRITE));
      }
      await Promise.all(cuts.map(({ mark, upTo }) => store.cut(mark, upTo)));
    } catch (error) {
      onError(error);
    }
  }

  #dropCut(): void {
    this.#cutLines = 0;
    if (this.#cuts.size === 0) return;
    this.#lines = this.#lines.filter((line) => {
      const cut = this.#cuts.get(attemptOf(line));
      return cut === undefined || line.seq < cut.mark.seq || line.seq > cut.upTo;
    });
  }
}

function attemptOf({ tenant, instanceId, attempt }: JobLogLine): string {
  return `${tenant} ${instanceId} ${attempt}`;
}
