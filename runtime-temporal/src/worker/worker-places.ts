import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit } from "@temporalio/worker";
import type { Bell } from "./bell.ts";

export interface WorkerPlacesOptions {
  /** `maxConcurrentRuns`. */
  readonly limit: number;
  /** How many more runs the executor takes now. */
  readonly capacity: () => number;
  /** Rung when that may have changed. */
  readonly room: Bell;
}

/**
 * Lets a worker ask Temporal for work only while it has places for what may come.
 *
 * One answer may bring as many runs as the largest batch, a quarter of the limit; so many places are held back for each
 * question under way, until the runs of its answer have places of their own.
 */
export class WorkerPlaces implements CustomSlotSupplier<ActivitySlotInfo> {
  readonly type = "custom";
  readonly #options: WorkerPlacesOptions;
  readonly #largestBatch: number;
  /** Questions and answers under way, and those of them whose runs have places of their own. */
  #permits = 0;
  #handedOver = 0;

  constructor(options: WorkerPlacesOptions) {
    this.#options = options;
    this.#largestBatch = Math.max(1, Math.floor(options.limit / 4));
  }

  async reserveSlot(_context: unknown, signal: AbortSignal): Promise<SlotPermit> {
    const { room } = this.#options;
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    for (;;) {
      if (signal.aborted) throw signal.reason;
      const permit = this.tryReserveSlot();
      if (permit !== null) return permit;
      await Promise.race([room.rung(), aborted]);
    }
  }

  tryReserveSlot(): SlotPermit | null {
    const heldBack = (this.#permits - this.#handedOver) * this.#largestBatch;
    if (this.#options.capacity() - heldBack < this.#largestBatch) return null;
    this.#permits += 1;
    return {};
  }

  markSlotUsed(): void {}

  releaseSlot(): void {
    this.#permits -= 1;
    this.#options.room.ring();
  }

  /** The runs of an answer have places of their own; answers what is to be called when its activity ends. */
  handOver(): () => void {
    this.#handedOver += 1;
    this.#options.room.ring();
    return () => {
      this.#handedOver -= 1;
    };
  }
}
