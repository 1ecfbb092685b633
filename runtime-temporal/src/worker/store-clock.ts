import { type Clock, createId, type IMoStateStore, type Timer } from "@mojob/core";

/** A clock that is off by no more than this is left alone: every fire has its millisecond from it. */
const TOLERATED_MS = 1000;
const COMPARE_EVERY_MS = 30_000;
/** The lease is only taken for what it tells. */
const LEASE_MS = 1;
const MOST_TRIES = 5;

export interface StoreClockOptions {
  readonly clock: Clock;
  readonly state: IMoStateStore;
  readonly tenant: string;
  readonly onError: (error: unknown) => void;
}

/** A moment by both: what time it was, and how far the clock that never jumps had come. */
interface Anchor {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/**
 * The process's clock as long as it agrees with the store's within a second, else the store's: a machine whose date is
 * wrong, or is set while it runs, neither fires early or late nor takes the workers for gone.
 */
export class StoreClock implements Clock {
  readonly #options: StoreClockOptions;
  readonly #holder: string;
  #anchor: Anchor | null = null;
  #timer: Timer | null = null;
  #isClosed = false;

  private constructor(options: StoreClockOptions) {
    this.#options = options;
    this.#holder = createId(options.clock.now());
  }

  /** @throws MoJobError `store_unavailable` */
  static async start(options: StoreClockOptions): Promise<StoreClock> {
    const clock = new StoreClock(options);
    await clock.#compare();
    clock.#arm();
    return clock;
  }

  now(): Date {
    const own = this.#options.clock.now();
    if (this.#anchor === null) return own;
    const { wallMs, monotonicMs } = this.#anchor;
    const right = wallMs + this.monotonicMs() - monotonicMs;
    return Math.abs(own.getTime() - right) > TOLERATED_MS ? new Date(right) : own;
  }

  monotonicMs(): number {
    return this.#options.clock.monotonicMs();
  }

  setTimer(...args: Parameters<Clock["setTimer"]>): Timer {
    return this.#options.clock.setTimer(...args);
  }

  nextTurn(callback: () => void): void {
    this.#options.clock.nextTurn(callback);
  }

  /** Compares no more. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.cancel();
  }

  #arm(): void {
    if (this.#isClosed) return;
    const compare = (): Promise<void> => this.#compare().catch(this.#options.onError);
    this.#timer = this.setTimer(() => void compare().then(() => this.#arm()), COMPARE_EVERY_MS, {
      background: true,
    });
  }

  /** Asks the store what time it is: a lease says when it ends, by the store's clock. */
  async #compare(): Promise<void> {
    const { state, tenant } = this.#options;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const askedMs = this.monotonicMs();
      const lease = await state.acquireLease(`mojob/${tenant}/clock`, this.#holder, LEASE_MS);
      // Another process asked in this very millisecond.
      if (lease === null) continue;
      const tookMs = this.monotonicMs() - askedMs;
      // Half of it was the way there; an answer that was so long on its way says too little.
      if (tookMs > TOLERATED_MS) continue;
      this.#anchor = {
        wallMs: lease.expiresAt.getTime() - LEASE_MS,
        monotonicMs: askedMs + tookMs / 2,
      };
      return;
    }
  }
}
