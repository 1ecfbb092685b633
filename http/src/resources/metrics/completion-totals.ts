import type { CompletionMinute } from "@mojob/core/ports";
import { type CompletionOutcome, COMPLETION_OUTCOMES, outcomeCounts } from "../overview/completions.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Makes totals that only grow, as a counter must, of the store's last hour.
 *
 * Counts from the minute it was made in. Runs that ended more than an hour before a reading are not counted.
 */
export class CompletionTotals {
  readonly #since: number;
  readonly #minutes = new Map<number, CompletionMinute>();
  readonly #folded: Record<CompletionOutcome, number> = outcomeCounts(() => 0);

  constructor(now: Date) {
    this.#since = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  }

  /** Takes the last hour as it is now; returns the totals. */
  update(hour: readonly CompletionMinute[], now: Date): Readonly<Record<CompletionOutcome, number>> {
    for (const minute of hour) {
      if (minute.at.getTime() >= this.#since) this.#minutes.set(minute.at.getTime(), minute);
    }
    // Twice an hour, so that a minute is folded only when the store no longer returns it.
    for (const [at, minute] of this.#minutes) {
      if (at >= now.getTime() - 2 * HOUR_MS) continue;
      for (const outcome of COMPLETION_OUTCOMES) this.#folded[outcome] += minute[outcome];
      this.#minutes.delete(at);
    }
    const totals = { ...this.#folded };
    for (const minute of this.#minutes.values()) {
      for (const outcome of COMPLETION_OUTCOMES) totals[outcome] += minute[outcome];
    }
    return totals;
  }
}
