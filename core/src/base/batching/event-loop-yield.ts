import type { Clock } from "../clock.ts";
import { beginQueue, isDue, type TurnQueue } from "./turn-queue.ts";

/**
 * Yields to the event loop when one stretch of work goes on for long. A store in memory resolves within the same turn of
 * the loop, so without this a busy queue would keep every timer and socket waiting. Costs an idle system nothing.
 */
export class EventLoopYield {
  /** A queue of its own, in which nobody waits. */
  readonly #queue: TurnQueue;

  constructor(clock: Clock) {
    this.#queue = beginQueue(clock);
  }

  /** Resolves at once, or after a turn of the event loop when one is due. */
  async take(): Promise<void> {
    await this.takeIfDue();
  }

  /** A turn of the event loop when one is due; `null` where none is, so that what is done in one turn stays together. */
  takeIfDue(): Promise<void> | null {
    const queue = this.#queue;
    return isDue(queue) ? new Promise<void>((resolve) => queue.clock.nextTurn(resolve)) : null;
  }
}
