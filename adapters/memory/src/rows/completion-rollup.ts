import type { JobState } from "@mojob/core";
import { COMPLETION_COUNTERS, type CompletionCounter, type CompletionMinute } from "@mojob/core/ports";

const MINUTE_MS = 60_000;
const KEPT_MINUTES = 24 * 60;

/** How many runs ended in each minute of the last day; counted as they end, so that removing runs changes no count. */
export class CompletionRollup {
  readonly #minutes = new Map<number, Record<CompletionCounter, number>>();
  #newest = -Infinity;

  /** Counts a run that came to a terminal state; any other state counts nothing. */
  record(state: JobState, at: Date): void {
    const counter = COMPLETION_COUNTERS[state];
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    if (counter === undefined || minute <= this.#newest - KEPT_MINUTES) return;
    let counts = this.#minutes.get(minute);
    if (!counts) {
      counts = { succeeded: 0, terminated: 0, cancelled: 0, skipped: 0 };
      this.#minutes.set(minute, counts);
      this.#forgetBefore(minute);
    }
    counts[counter] += 1;
  }

  /** From the minute `since` is in, oldest first. */
  since(since: Date): readonly CompletionMinute[] {
    const first = Math.floor(since.getTime() / MINUTE_MS);
    return [...this.#minutes]
      .filter(([minute]) => minute >= first)
      .sort(([a], [b]) => a - b)
      .map(([minute, counts]) => ({ at: new Date(minute * MINUTE_MS), ...counts }));
  }

  #forgetBefore(minute: number): void {
    if (minute <= this.#newest) return;
    this.#newest = minute;
    for (const old of this.#minutes.keys()) {
      if (old <= minute - KEPT_MINUTES) this.#minutes.delete(old);
    }
  }
}
