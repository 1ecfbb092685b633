import type { Clock } from "../clock.ts";

/** Longer than this, timers and sockets would feel the wait. */
const LONGEST_STRETCH_MS = 8;

/**
 * Yields to the event loop when one stretch of work goes on for long. A store in memory resolves within the same turn of
 * the loop, so without this a busy queue would keep every timer and socket waiting. Costs an idle system nothing.
 */
export class EventLoopYield {
  readonly #clock: Clock;
  /** When the running stretch began; `null` once the loop has turned. */
  #since: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves at once, or after a turn of the event loop when one is due. */
  async take(): Promise<void> {
    await this.takeIfDue();
  }

  /** A turn of the event loop when one is due; `null` where none is, so that what is done in one turn stays together. */
  takeIfDue(): Promise<void> | null {
    return this.#isDue() ? new Promise<void>((resolve) => this.#clock.nextTurn(resolve)) : null;
  }

  #isDue(): boolean {
    const nowMs = this.#clock.monotonicMs();
    if (this.#since !== null) return nowMs - this.#since > LONGEST_STRETCH_MS;
    this.#since = nowMs;
    this.#clock.nextTurn(() => {
      this.#since = null;
    });
    return false;
  }
}
