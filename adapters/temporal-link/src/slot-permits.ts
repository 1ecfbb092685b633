import type { Wakeup } from "./wakeup.ts";

/** A permit to poll Temporal for one activity. */
export type SlotPermit = object;

export interface SlotPermitsOptions {
  /** Takes a place for what a poll may bring; returns `false` where there is none. */
  readonly take: () => boolean;
  /** Gives the place back. `isUsed` is `false` when the poll brought nothing. */
  readonly giveBack: (isUsed: boolean) => void;
  /** Notified when `take` may return something else. */
  readonly changed: Wakeup;
}

/**
 * Lets a worker poll Temporal for an activity only while there is a place for it.
 *
 * It has the shape of the native worker's `CustomSlotSupplier`, without loading the native worker.
 */
export class SlotPermits {
  readonly type = "custom";
  readonly #options: SlotPermitsOptions;

  constructor(options: SlotPermitsOptions) {
    this.#options = options;
  }

  /** Resolves when there is a place. @throws the signal's reason */
  async reserveSlot(_context: unknown, signal: AbortSignal): Promise<SlotPermit> {
    for (;;) {
      signal.throwIfAborted();
      const permit = this.tryReserveSlot();
      if (permit !== null) return permit;
      await this.#options.changed.next(signal);
    }
  }

  tryReserveSlot(): SlotPermit | null {
    return this.#options.take() ? {} : null;
  }

  markSlotUsed(): void {}

  releaseSlot({ slotInfo }: { readonly slotInfo?: unknown } = {}): void {
    this.#options.giveBack(slotInfo !== undefined);
    this.#options.changed.notify();
  }
}
