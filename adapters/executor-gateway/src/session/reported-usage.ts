import type { Clock } from "@mojob/core/ports";
import type { ProcessUsage } from "@mojob/core/platform";

interface Report extends ProcessUsage {
  readonly atMs: number;
}

/**
 * The usage of an executor's process, as it reports it with heartbeats. Reports and measurements do not meet, so between two reports the
 * processor time goes on as it went before: a measurement would see none or twice the time otherwise.
 */
export class ReportedUsage {
  readonly #clock: Pick<Clock, "monotonicMs">;
  readonly #longestMs: number;
  #latest: Report | null = null;
  /** Processor time for each unit of time between the last two reports. */
  #share = 0;

  /** @param longestMs after so long without a report the time does not go on */
  constructor(clock: Pick<Clock, "monotonicMs">, longestMs: number) {
    this.#clock = clock;
    this.#longestMs = longestMs;
  }

  report(usage: ProcessUsage): void {
    const atMs = this.#clock.monotonicMs();
    const before = this.#latest;
    if (before !== null && atMs > before.atMs)
      this.#share = Math.max(0, usage.processorMs - before.processorMs) / (atMs - before.atMs);
    this.#latest = { ...usage, atMs };
  }

  /** The usage by now; `null` before its first report. */
  now(): ProcessUsage | null {
    if (this.#latest === null) return null;
    const { atMs, processorMs, memoryBytes } = this.#latest;
    const sinceMs = Math.min(this.#clock.monotonicMs() - atMs, this.#longestMs);
    return { processorMs: processorMs + this.#share * sinceMs, memoryBytes };
  }
}
