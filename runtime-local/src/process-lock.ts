import { type Clock, type IMoStateStore, MoJobError, MoJobErrorCode, sleep, type Timer } from "@mojob/core";

/** How long a process that vanished keeps the next one waiting. */
const LEASE_MS = 10_000;
const RENEW_MS = 3000;
const RETRY_MS = 500;

export interface ProcessLockOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly holder: string;
  readonly clock: Clock;
  /** The lease went to somebody else: this process was away too long and must stop. */
  readonly onLost: (error: MoJobError) => void;
  readonly onError: (error: unknown) => void;
}

/** Keeps a second embedded scheduler off the same store: more than one process means Temporal. */
export class ProcessLock {
  readonly #options: ProcessLockOptions;
  readonly #name: string;
  #timer: Timer | null = null;
  #renewal: Promise<void> = Promise.resolve();
  #isReleased = false;

  constructor(options: ProcessLockOptions) {
    this.#options = options;
    this.#name = `mojob/${options.tenant}/embedded`;
  }

  /**
   * Takes the lock, waiting as long as a vanished process could still hold it.
   * @throws MoJobError `lock_held` when a living process has it
   */
  async acquire(): Promise<void> {
    const { state, holder, clock, tenant } = this.#options;
    const giveUpAtMs = clock.monotonicMs() + LEASE_MS + 2 * RETRY_MS;
    while ((await state.acquireLease(this.#name, holder, LEASE_MS)) === null) {
      if (clock.monotonicMs() >= giveUpAtMs) {
        throw new MoJobError(
          MoJobErrorCode.LockHeld,
          `Cannot start: another embedded scheduler runs tenant "${tenant}" on this store; stop it, or use the Temporal runtime for more than one process`,
        );
      }
      await sleep(clock, RETRY_MS);
    }
    this.#arm();
  }

  async release(): Promise<void> {
    this.#isReleased = true;
    this.#timer?.cancel();
    // A renewal under way would take the lock back.
    await this.#renewal;
    await this.#options.state.releaseLease(this.#name, this.#options.holder).catch(this.#options.onError);
  }

  #arm(): void {
    if (this.#isReleased) return;
    const renew = (): void => {
      this.#renewal = this.#renew();
    };
    this.#timer = this.#options.clock.setTimer(renew, RENEW_MS, { background: true });
  }

  async #renew(): Promise<void> {
    const { state, holder, tenant, onLost, onError } = this.#options;
    try {
      if ((await state.acquireLease(this.#name, holder, LEASE_MS)) === null) {
        const message = `Another embedded scheduler took over tenant "${tenant}": this process was away for too long`;
        onLost(new MoJobError(MoJobErrorCode.LockHeld, message));
        return;
      }
    } catch (error) {
      onError(error);
    }
    this.#arm();
  }
}
