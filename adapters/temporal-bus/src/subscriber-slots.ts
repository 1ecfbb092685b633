import { SlotPermits, Wakeup } from "@mojob/temporal-link";

/**
 * The places of one subscriber: its worker polls for an event only while there is one that is free and not reserved by
 * another poll.
 */
export class SubscriberSlots {
  readonly permits: SlotPermits;
  readonly #capacity: () => number;
  readonly #changed = new Wakeup();
  #issued = 0;
  #released = 0;
  /** Permits whose event the subscriber has, or that came back without one. */
  #spent = 0;

  constructor(capacity: () => number) {
    this.#capacity = capacity;
    this.permits = new SlotPermits({
      take: () => this.#take(),
      giveBack: (isUsed) => {
        this.#released += 1;
        if (!isUsed) this.#spent += 1;
      },
      changed: this.#changed,
    });
  }

  /** Whether the subscriber takes one more event now. */
  get hasFree(): boolean {
    return this.#free >= 1;
  }

  /** Resolves when there may be a free place, or when the signal aborts. */
  change(signal: AbortSignal): Promise<void> {
    return this.#changed.next(signal);
  }

  /** Makes waiting polls look again. */
  wake(): void {
    this.#changed.notify();
  }

  /** An event is being handed to the subscriber: from now on its capacity accounts for it. */
  spend(): void {
    this.#spent += 1;
  }

  #take(): boolean {
    // A permit that was never spent, because its event could not be read, is free again once no event is under way.
    const reserved = this.#issued - Math.max(this.#spent, this.#released);
    if (!(this.#free - reserved >= 1)) return false;
    this.#issued += 1;
    return true;
  }

  /** A subscriber whose capacity throws has none. */
  get #free(): number {
    try {
      return this.#capacity();
    } catch {
      return 0;
    }
  }
}
