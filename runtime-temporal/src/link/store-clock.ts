import type { IMoStateStore } from "@mojob/core";
import { clockLeaseKey, repeat, type Repetition } from "@mojob/core/engine";
import { type Clock, createId, type Timer } from "@mojob/core/ports";

/** A clock that is off by no more than this is left alone: every fire has its millisecond from it. */
const TOLERATED_MS = 1000;
const COMPARE_EVERY_MS = 30_000;
/** The lease is taken only for the store's time in it. */
const LEASE_MS = 1;
const MOST_TRIES = 5;

export interface StoreClockOptions {
  readonly clock: Clock;
  readonly state: IMoStateStore;
  /** Clocks of one name share the lease that shows the store's time. */
  readonly name: string;
  readonly onError: (error: unknown) => void;
}

/** One moment by both clocks: the store's time, and the process's monotonic clock. */
interface Anchor {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/**
 * The process's clock as long as it agrees with the store's within a second, else the store's: a machine whose date is
 * wrong, or is set while it runs, neither fires early or late nor takes living workers for dead.
 */
export class StoreClock implements Clock {
  readonly #options: StoreClockOptions;
  readonly #holder: string;
  #anchor: Anchor | null = null;
  #comparisons: Repetition | null = null;

  private constructor(options: StoreClockOptions) {
    this.#options = options;
    this.#holder = createId(options.clock.now());
  }

  /** @throws MoJobError `store_unavailable` */
  static async start(options: StoreClockOptions): Promise<StoreClock> {
    const clock = new StoreClock(options);
    await clock.#compare();
    clock.#comparisons = repeat(() => clock.#compare(), {
      clock: options.clock,
      everyMs: COMPARE_EVERY_MS,
      onError: options.onError,
    });
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

  /** Stops comparing. */
  async close(): Promise<void> {
    await this.#comparisons?.close();
  }

  /** Reads the store's time: a lease has the time at which it ends by the store's clock. */
  async #compare(): Promise<void> {
    const { state, name } = this.#options;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const askedMs = this.monotonicMs();
      const lease = await state.acquireLease(clockLeaseKey(name), this.#holder, LEASE_MS);
      // Another process holds the lease in this millisecond.
      if (lease === null) continue;
      const tookMs = this.monotonicMs() - askedMs;
      // Half of it was the way there; a reply that took too long says too little.
      if (tookMs > TOLERATED_MS) continue;
      this.#anchor = {
        wallMs: lease.expiresAt.getTime() - LEASE_MS,
        monotonicMs: askedMs + tookMs / 2,
      };
      return;
    }
  }
}
