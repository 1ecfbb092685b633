import { SlotPermits, type Wakeup } from "@mojob/temporal-link";

export interface BatchSlotsOptions {
  /** How many more runs the executor takes now. */
  readonly capacity: () => number;
  /** Notified when the capacity may have grown. */
  readonly changed: Wakeup;
}

/** Polls and batches without places at once: the next batch is fetched while one begins, and what is urgent is not far behind. */
const MOST_WAITING = 2;

/**
 * The places of a limited worker: it polls Temporal only while it has places for what a poll may bring.
 *
 * Each open poll, and each batch that has not begun all its runs, counts as one place. A batch may be larger than the
 * worker's limit; what it finds no places for is handed back.
 */
export class BatchSlots {
  readonly permits: SlotPermits;
  readonly #options: BatchSlotsOptions;
  /** Open polls and batches under way, and those of them in which no run waits for a place. */
  #issued = 0;
  #begun = 0;

  constructor(options: BatchSlotsOptions) {
    this.#options = options;
    this.permits = new SlotPermits({
      take: () => this.#take(),
      giveBack: () => {
        this.#issued -= 1;
      },
      changed: options.changed,
    });
  }

  /** Called when no run of a batch waits for a place any more; the returned function is called when its activity ends. */
  markBegun(): () => void {
    this.#begun += 1;
    this.#options.changed.notify();
    return () => {
      this.#begun -= 1;
    };
  }

  #take(): boolean {
    const waiting = this.#issued - this.#begun;
    if (waiting >= Math.min(MOST_WAITING, this.#options.capacity())) return false;
    this.#issued += 1;
    return true;
  }
}
