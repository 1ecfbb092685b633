import type {
  ActivitySlotInfo,
  CustomSlotSupplier,
  SlotPermit,
  SlotReserveContext,
} from "@temporalio/worker";

/**
 * Lets a worker ask for an event only while its member has room for it: a permit for each place that is free and not
 * promised to another poll yet.
 */
export class Room implements CustomSlotSupplier<ActivitySlotInfo> {
  readonly type = "custom";
  readonly #capacity: () => number;
  /** Those that wait for room. */
  readonly #waiting = new Set<() => void>();
  #issued = 0;
  #released = 0;
  /** Permits whose event the member has, or that came back without one. */
  #spent = 0;

  constructor(capacity: () => number) {
    this.#capacity = capacity;
  }

  /** Whether the member takes one more event now. */
  get isThere(): boolean {
    return this.#free >= 1;
  }

  /** Resolves when there may be room, or when the signal aborts. */
  async change(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const finish = (): void => {
        this.#waiting.delete(finish);
        signal.removeEventListener("abort", finish);
        resolve();
      };
      this.#waiting.add(finish);
      signal.addEventListener("abort", finish, { once: true });
    });
  }

  /** Lets those that wait look again. */
  wake(): void {
    for (const look of this.#waiting) look();
  }

  /** The member is being handed an event: from now on its capacity says so itself. */
  spend(): void {
    this.#spent += 1;
  }

  async reserveSlot(context: SlotReserveContext, signal: AbortSignal): Promise<SlotPermit> {
    for (;;) {
      signal.throwIfAborted();
      const permit = this.tryReserveSlot(context);
      if (permit !== null) return permit;
      await this.change(signal);
    }
  }

  tryReserveSlot(_context: SlotReserveContext): SlotPermit | null {
    // A permit that was never spent, because its event could not be read, is back once nothing is under way.
    const promised = this.#issued - Math.max(this.#spent, this.#released);
    if (!(this.#free - promised >= 1)) return null;
    this.#issued += 1;
    return {};
  }

  markSlotUsed(): void {}

  releaseSlot({ slotInfo }: { readonly slotInfo?: ActivitySlotInfo }): void {
    this.#released += 1;
    if (slotInfo === undefined) this.#spent += 1;
    this.wake();
  }

  /** A member that cannot say has none. */
  get #free(): number {
    try {
      return this.#capacity();
    } catch {
      return 0;
    }
  }
}
