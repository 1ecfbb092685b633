import { type IMoStateStore, MoJobError, MoJobErrorCode } from "@mojob/core";
import {
  describeProcess,
  embeddedHolderKey,
  embeddedLeaseKey,
  processIn,
  repeat,
  type Repetition,
  type RunningProcess,
  storedProcess,
  UNKNOWN_PROCESS,
} from "@mojob/core/engine";
import { type Clock, type LoopLife, sleep } from "@mojob/core/ports";

/** How long a dead process keeps the next one waiting. */
const LEASE_MS = 10_000;
const RENEW_MS = 3000;
const RETRY_MS = 500;
/** The event loop may be silent for this long whatever runs; what jobs may take, their worker says. */
const ALWAYS_QUIET_MS = 60_000;
/** How long what is known of a process is kept that does not show itself. */
const SHOWN_MS = 3_600_000;

export interface ProcessLockOptions {
  readonly tenant: string;
  readonly state: IMoStateStore;
  readonly holder: string;
  /** This process, as one that does not get the lock sees it. @default nothing is known of it */
  readonly process?: RunningProcess;
  readonly clock: Clock;
  /** Whether a thread renews it while the event loop does not turn, where the store can. @default false */
  readonly isKeptAlive?: boolean;
  /** Another process has the lease: this one did not renew it in time and must stop. */
  readonly onLost: (error: MoJobError) => void;
  readonly onError: (error: unknown) => void;
}

/** Keeps a second embedded scheduler off the same store: more than one process means Temporal. */
export class ProcessLock {
  readonly #options: ProcessLockOptions;
  readonly #lease: string;
  readonly #holderKey: string;
  #renewals: Repetition | null = null;
  #life: LoopLife | null = null;
  #isHeld = false;
  #isReleased = false;

  constructor(options: ProcessLockOptions) {
    this.#options = options;
    this.#lease = embeddedLeaseKey(options.tenant);
    this.#holderKey = embeddedHolderKey(options.tenant);
  }

  /** Takes the lock where no process holds it; resolves to whether it did. */
  async tryAcquire(): Promise<boolean> {
    const { state, holder } = this.#options;
    if ((await state.acquireLease(this.#lease, holder, LEASE_MS)) === null) return false;
    this.#isHeld = true;
    await this.#showHolder();
    // A release under way must not begin renewals that nothing ends.
    if (this.#isReleased) return true;
    const { clock, onError, isKeptAlive = false } = this.#options;
    if (isKeptAlive) this.#life = state.keepLease?.(this.#lease, holder, LEASE_MS, RENEW_MS) ?? null;
    this.#life?.turned(clock.now(), ALWAYS_QUIET_MS);
    const renew = (): Promise<void> => this.#renew();
    this.#renewals = repeat(renew, { clock, everyMs: RENEW_MS, slackMs: Infinity, onError });
    return true;
  }

  /**
   * Takes the lock, or rejects as soon as its holder shows that it is alive, which takes 3 s at most. A dead one's lock is
   * taken when its lease has expired.
   * @throws MoJobError `lock_held` that names the holder
   */
  async acquire(): Promise<void> {
    const { clock, tenant } = this.#options;
    const giveUpAtMs = clock.monotonicMs() + LEASE_MS + 2 * RETRY_MS;
    const first = await this.#readHolder();
    while (!(await this.tryAcquire())) {
      const now = await this.#readHolder();
      const isAlive = first !== null && now !== null && now.version !== first.version;
      if (isAlive || clock.monotonicMs() >= giveUpAtMs) {
        throw new MoJobError(
          MoJobErrorCode.LockHeld,
          `Cannot start: ${describeProcess(processIn(now?.value))} runs tenant "${tenant}" on this store; stop it, let this one stand by (whenHeld: "wait"), or use the Temporal runtime for more than one process`,
        );
      }
      await sleep(clock, RETRY_MS);
    }
  }

  /** Waits until the lock is free and takes it; resolves to `false` where the signal aborts before. */
  async wait(signal: AbortSignal): Promise<boolean> {
    const { clock, onError } = this.#options;
    let isReported = false;
    while (!signal.aborted) {
      try {
        if (await this.tryAcquire()) return true;
      } catch (error) {
        // An outage of the store is reported once, however often it is asked meanwhile.
        if (!isReported) onError(error);
        isReported = true;
      }
      await sleep(clock, RETRY_MS, signal);
    }
    return false;
  }

  /** The process that holds it now. */
  async holder(): Promise<RunningProcess> {
    return processIn((await this.#readHolder())?.value);
  }

  async release(): Promise<void> {
    const { state, holder, onError } = this.#options;
    this.#isReleased = true;
    // A renewal under way would take the lock back.
    await this.#renewals?.close();
    await this.#life?.close();
    if (!this.#isHeld) return;
    await state.delete(this.#holderKey).catch(onError);
    await state.releaseLease(this.#lease, holder).catch(onError);
  }

  #readHolder(): ReturnType<IMoStateStore["get"]> {
    return this.#options.state.get(this.#holderKey);
  }

  /** The entry's version changes with each renewal: that is how others see that this process is alive. */
  async #showHolder(): Promise<void> {
    const { state, process = UNKNOWN_PROCESS } = this.#options;
    await state.set(this.#holderKey, storedProcess(process), { ttlMs: SHOWN_MS });
  }

  async #renew(): Promise<void> {
    const { state, holder, tenant, clock, onLost, onError } = this.#options;
    if ((await state.acquireLease(this.#lease, holder, LEASE_MS)) !== null) {
      this.#life?.turned(clock.now(), ALWAYS_QUIET_MS);
      return this.#showHolder();
    }
    this.#isHeld = false;
    void this.#renewals?.close();
    this.#life?.close().catch(onError);
    const message = `Another embedded scheduler took over tenant "${tenant}": this process was away for too long`;
    onLost(new MoJobError(MoJobErrorCode.LockHeld, message));
  }
}
