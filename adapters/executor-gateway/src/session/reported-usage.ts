import type { Clock } from "@mojob/core/ports";
import type { LoopDelay, LoopDelayMeter, ProcessUsage } from "@mojob/core/platform";

/** What a heartbeat says of a program's process. */
export interface HeartbeatUsage extends ProcessUsage {
  /** @default the program has no event loop, or does not say */
  readonly loopDelayMs?: number | undefined;
  readonly loopDelayP99Ms?: number | undefined;
}

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
  /** The greatest since it was taken last; `null` where none was reported. */
  #delay: LoopDelay | null = null;

  /** @param longestMs after so long without a report the time does not go on */
  constructor(clock: Pick<Clock, "monotonicMs">, longestMs: number) {
    this.#clock = clock;
    this.#longestMs = longestMs;
  }

  report({ processorMs, memoryBytes, loopDelayMs, loopDelayP99Ms = loopDelayMs }: HeartbeatUsage): void {
    const usage = { processorMs, memoryBytes };
    if (loopDelayMs !== undefined)
      this.#delay = {
        maxMs: Math.max(this.#delay?.maxMs ?? 0, loopDelayMs),
        p99Ms: Math.max(this.#delay?.p99Ms ?? 0, loopDelayP99Ms ?? 0),
      };
    const atMs = this.#clock.monotonicMs();
    const before = this.#latest;
    if (before !== null && atMs > before.atMs)
      this.#share = Math.max(0, usage.processorMs - before.processorMs) / (atMs - before.atMs);
    this.#latest = { ...usage, atMs };
  }

  /** The delays of its event loop as it reports them. */
  readonly loopDelay = (): LoopDelayMeter => ({
    take: () => {
      const delay = this.#delay;
      this.#delay = null;
      return delay;
    },
    close: () => {},
  });

  /** The usage by now; `null` before its first report. */
  now(): ProcessUsage | null {
    if (this.#latest === null) return null;
    const { atMs, processorMs, memoryBytes } = this.#latest;
    const sinceMs = Math.min(this.#clock.monotonicMs() - atMs, this.#longestMs);
    return { processorMs: processorMs + this.#share * sinceMs, memoryBytes };
  }
}
