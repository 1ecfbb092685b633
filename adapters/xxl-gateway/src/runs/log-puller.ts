import { sleep, type Clock, type WorkLog } from "@mojob/core/ports";
import { logLines } from "../wire/log-lines.ts";
import type { Answer } from "../wire/answer.ts";

export interface LogPullerOptions {
  readonly clock: Clock;
  /** Calls the executor for the lines from this number on. */
  readonly fetch: (from: number) => Promise<Answer>;
  readonly log: Pick<WorkLog, "info">;
  readonly everyMs: number;
}

/** A log in which nothing is new is asked for less often. */
const SLOWEST = 5;
/** The end of a log is written a moment after the run's result was sent. */
const LAST_LINES_MS = 50;
/** Bounds what a client that repeats itself costs. */
const MOST_LAST_PULLS = 20;

/** Fetches the log of a run while it is written, each line once. */
export class LogPuller {
  readonly #options: LogPullerOptions;
  #next = 1;
  #pull: Promise<unknown> = Promise.resolve();

  constructor(options: LogPullerOptions) {
    this.#options = options;
  }

  /** Fetches again and again until the signal aborts; an executor that cannot be reached is asked again. */
  async follow(signal: AbortSignal): Promise<void> {
    const { clock, everyMs } = this.#options;
    let waitMs = everyMs;
    for (;;) {
      await sleep(clock, waitMs, signal);
      if (signal.aborted) return;
      const count = await this.#once().catch(() => 0);
      waitMs = count > 0 ? everyMs : Math.min(waitMs * 2, everyMs * SLOWEST);
    }
  }

  /** Fetches what is left of the log of a run that has ended. Never rejects: a result without its last lines is a result. */
  async finish(): Promise<void> {
    try {
      await sleep(this.#options.clock, LAST_LINES_MS);
      for (let pulls = 0; pulls < MOST_LAST_PULLS; pulls += 1) if ((await this.#once()) === 0) return;
    } catch {
      // The executor may have ended with the run.
    }
  }

  /** One call at a time, so that no line is fetched twice. */
  #once(): Promise<number> {
    const pull = this.#pull.then(() => this.#fetch());
    this.#pull = pull.catch(() => {});
    return pull;
  }

  async #fetch(): Promise<number> {
    const { fetch, log } = this.#options;
    const { payload } = await fetch(this.#next);
    const lines = logLines(payload, this.#next);
    for (const line of lines) log.info(line);
    this.#next += lines.length;
    return lines.length;
  }
}
